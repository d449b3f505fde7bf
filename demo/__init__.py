"""The main job on a fresh machine: a real Home Assistant that tells a real story."""
