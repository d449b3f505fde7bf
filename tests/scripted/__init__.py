"""Model servers on real sockets that say what a test tells them to, faults included."""
