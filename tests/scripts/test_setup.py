"""scripts/setup on machines that have, lack or refuse this and that.

The real script runs against stand-ins for uv, pip and apt, which note how they are called.
"""

import os
import shutil
import stat
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = [
    "bash",
    "cat",
    "chmod",
    "cp",
    "dirname",
    "env",
    "flock",
    "grep",
    "head",
    "ln",
    "mkdir",
    "readlink",
    "rm",
    "sed",
    "timeout",
]

UV = """\
#!/usr/bin/env bash
echo "uv $*" >>"$FAKE/calls"
case "$1 $2" in
  "--version ") echo uv 0 ;;
  "python find") cat "$FAKE/python" ;;
  "python install") [[ -f $FAKE/downloads ]] && echo "$PYTHON" >"$FAKE/python" ;;
  venv*) target=${@: -1}; mkdir -p "$target/bin"; ln -sf "$PYTHON" "$target/bin/python" ;;
  "pip sync") ;;
  *) exit 9 ;;
esac
"""
APT_GET = """\
#!/usr/bin/env bash
echo "apt-get $*" >>"$FAKE/calls"
case $1 in
  indextargets)
    if [[ $* == *CODENAME* ]]; then
      cat "$FAKE/suites"
      ! grep -q forky "$FAKE/etc/sources.list.d/mirae-story.sources" 2>/dev/null || echo forky
    else
      cat "$FAKE/mirror"
    fi ;;
  install)
    [[ $* != *python3.14* ]] || echo "$PYTHON" >"$FAKE/python"
    [[ $* != *python3-pip* ]] || cp "$FAKE/pip" "$FAKE/bin/python3" ;;
esac
"""
APT_CACHE = """\
#!/usr/bin/env bash
echo "python3.14:"
if [[ -f $FAKE/offered ]] || [[ -f $FAKE/in-forky && -f $FAKE/etc/sources.list.d/mirae-story.sources ]]; then
  echo "  Candidate: 3.14.8-1"
else
  echo "  Candidate: (none)"
fi
"""
PIP = """\
#!/usr/bin/env bash
echo "python3 $*" >>"$FAKE/calls"
[[ $3 == install ]] || exit 0
mkdir -p "$FAKE/project/.cache/uv/bin"
cp "$FAKE/uv" "$FAKE/project/.cache/uv/bin/uv"
"""


@dataclass
class Machine:
    """A machine that exists in a folder: a project, a PATH, and what apt says."""

    folder: Path

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def etc(self) -> Path:
        return self.folder / "etc"

    @property
    def calls(self) -> list[str]:
        log = self.folder / "calls"
        return log.read_text().splitlines() if log.exists() else []

    def has(self, name: str, text: str = "") -> None:
        (self.folder / name).write_text(text)

    def has_tool(self, name: str, text: str) -> None:
        path = self.folder / name
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def is_debian_root(self) -> None:
        self.has("os-release", "ID=debian\n")
        self.has_tool("bin/id", "#!/usr/bin/env bash\necho 0\n")
        self.has_tool("bin/apt-get", APT_GET)
        self.has_tool("bin/apt-cache", APT_CACHE)

    def setup(
        self, *options: str, before: str = ""
    ) -> subprocess.CompletedProcess[str]:
        script = f"""
            source scripts/setup
            os_release=$FAKE/os-release
            sources_dir=$FAKE/etc/sources.list.d
            added_source=$sources_dir/mirae-story.sources
            added_preference=$FAKE/etc/preferences.d/mirae-story
            has_headers() {{ return 0; }}
            {before}
            main {" ".join(options)}
        """
        return subprocess.run(
            [self.folder / "bin" / "bash", "-c", script],
            cwd=self.project,
            env={
                "PATH": str(self.folder / "bin"),
                "FAKE": str(self.folder),
                "PYTHON": sys.executable,
            },
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Give a machine with uv and a compiler, no Python, no root, no Debian."""
    for folder in ("bin", "etc/sources.list.d", "etc/preferences.d"):
        (tmp_path / folder).mkdir(parents=True)
    for tool in TOOLS:
        if found := shutil.which(tool):
            (tmp_path / "bin" / tool).symlink_to(found)
    made = Machine(tmp_path)
    (made.project / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "setup", made.project / "scripts" / "setup")
    (made.project / "requirements").mkdir()
    for name in ("test", "model", "uv"):
        (made.project / "requirements" / f"{name}.txt").write_text(f"{name}==1\n")
    made.has_tool("uv", UV)
    shutil.copy(tmp_path / "uv", tmp_path / "bin" / "uv")
    made.has_tool("pip", PIP)
    for tool in ("cc", "c++"):
        made.has_tool(f"bin/{tool}", "#!/usr/bin/env bash\n")
    made.has_tool("bin/id", "#!/usr/bin/env bash\necho 1000\n")
    made.has("os-release", "ID=fedora\n")
    made.has("suites", "bookworm\n")
    made.has("mirror", "http://mirror.example/debian/\n")
    return made


def test_takes_the_python_of_the_machine_and_is_quick_the_second_time(machine: Machine):
    machine.has("python", sys.executable)
    first = machine.setup()
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("Ready: Python 3.14")
    assert not any("python install" in call for call in machine.calls)
    synced = [call for call in machine.calls if call.startswith("uv pip sync")]
    assert len(synced) == 1
    assert "requirements/test.txt" in synced[0]
    assert "requirements/model.txt" in synced[0]

    before = machine.calls
    started = time.monotonic()
    second = machine.setup("--quiet")
    assert time.monotonic() - started < 1
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert machine.calls == before


def test_changed_requirements_are_installed_into_the_same_environment(machine: Machine):
    machine.has("python", sys.executable)
    machine.setup()
    (machine.project / "requirements" / "test.txt").write_text("test==2\n")
    assert machine.setup().returncode == 0
    assert sum(call.startswith("uv pip sync") for call in machine.calls) == 2
    assert sum(call.startswith("uv venv") for call in machine.calls) == 1


def test_an_installation_that_failed_is_tried_again(machine: Machine):
    machine.has("python", sys.executable)
    machine.has_tool("bin/uv", UV.replace('"pip sync") ;;', '"pip sync") exit 1 ;;'))
    assert machine.setup().returncode != 0
    machine.has_tool("bin/uv", UV)
    assert machine.setup().returncode == 0
    assert sum(call.startswith("uv pip sync") for call in machine.calls) == 2


def test_lets_uv_download_a_python(machine: Machine):
    machine.is_debian_root()
    machine.has("downloads")
    done = machine.setup()
    assert done.returncode == 0, done.stderr
    assert any("python install" in call for call in machine.calls)
    assert not any(call.startswith("apt-get install") for call in machine.calls)


def test_stops_with_what_to_do_where_nothing_can_be_had(machine: Machine):
    machine.has_tool("bin/apt-get", APT_GET)
    done = machine.setup("--quiet")
    assert done.returncode == 1
    assert "Install Python 3.14" in done.stderr
    assert not any(call.startswith("apt-get") for call in machine.calls)
    assert not (machine.project / ".venv").exists()


def test_debian_that_offers_the_python_is_asked_for_it(machine: Machine):
    machine.is_debian_root()
    machine.has("offered")
    done = machine.setup("--quiet")
    assert done.returncode == 0, done.stderr
    installed = next(
        call for call in machine.calls if call.startswith("apt-get install")
    )
    assert "-t forky" not in installed
    assert "python3.14-dev" in installed
    assert not (machine.etc / "sources.list.d" / "mirae-story.sources").exists()


@pytest.mark.parametrize(
    "source",
    [
        "Types: deb\nURIs: http://mirror.example/debian\nSigned-By: {keyring}\n",
        "deb [arch=amd64 signed-by={keyring}] http://mirror.example/debian bookworm main\n",
    ],
)
def test_older_debian_gets_the_suite_from_its_own_mirror(machine: Machine, source: str):
    machine.is_debian_root()
    machine.has("in-forky")
    keyring = machine.folder / "debian-archive.gpg"
    keyring.touch()
    (machine.etc / "sources.list.d" / "debian.sources").write_text(
        source.format(keyring=keyring)
    )
    done = machine.setup("--quiet")
    assert done.returncode == 0, done.stderr
    assert (
        "Adding Debian's suite forky from http://mirror.example/debian/" in done.stderr
    )
    assert (machine.etc / "sources.list.d" / "mirae-story.sources").read_text() == (
        "Types: deb\nURIs: http://mirror.example/debian/\nSuites: forky\n"
        f"Components: main\nSigned-By: {keyring}\n"
    )
    assert (machine.etc / "preferences.d" / "mirae-story").read_text() == (
        "Package: *\nPin: release n=forky\nPin-Priority: 50\n"
    )
    installed = next(
        call for call in machine.calls if call.startswith("apt-get install")
    )
    assert "--force-overwrite" in installed
    assert installed.endswith("-t forky python3.14 python3.14-venv python3.14-dev")
    updates = [call for call in machine.calls if call.startswith("apt-get update")]
    assert len(updates) == 2


def test_a_suite_that_is_of_no_use_is_taken_out_again(machine: Machine):
    machine.is_debian_root()
    done = machine.setup("--quiet")
    assert done.returncode == 1
    assert "taken out again" in done.stderr
    assert list((machine.etc / "sources.list.d").iterdir()) == []
    assert list((machine.etc / "preferences.d").iterdir()) == []


def test_a_relative_of_debian_without_its_archive_is_left_alone(machine: Machine):
    machine.is_debian_root()
    machine.has("os-release", 'ID=ubuntu\nID_LIKE="debian"\n')
    machine.has("mirror")
    done = machine.setup("--quiet")
    assert done.returncode == 1
    assert "Install Python 3.14" in done.stderr
    assert list((machine.etc / "sources.list.d").iterdir()) == []
    assert not any(call.startswith("apt-get install") for call in machine.calls)


def test_gets_uv_by_pip_into_a_private_folder(machine: Machine):
    (machine.folder / "bin" / "uv").unlink()
    shutil.copy(machine.folder / "pip", machine.folder / "bin" / "python3")
    machine.has("python", sys.executable)
    done = machine.setup()
    assert done.returncode == 0, done.stderr
    got = next(call for call in machine.calls if "pip install" in call)
    assert "--require-hashes" in got
    assert f"--target {machine.project}/.cache/uv" in got
    assert (machine.project / ".venv" / "bin" / "python").exists()


def test_debian_without_pip_gets_it(machine: Machine):
    (machine.folder / "bin" / "uv").unlink()
    machine.is_debian_root()
    machine.has("python", sys.executable)
    done = machine.setup("--quiet")
    assert done.returncode == 0, done.stderr
    assert "installing python3-pip" in done.stderr
    assert any("python3-pip" in call for call in machine.calls)


def test_without_uv_and_pip_says_what_to_do(machine: Machine):
    (machine.folder / "bin" / "uv").unlink()
    done = machine.setup("--quiet")
    assert done.returncode == 1
    assert "Install uv" in done.stderr


def test_without_a_compiler_says_what_to_do(machine: Machine):
    machine.has("python", sys.executable)
    (machine.folder / "bin" / "cc").unlink()
    done = machine.setup("--quiet")
    assert done.returncode == 1
    assert "build-essential" in done.stderr
    assert not any(call.startswith("uv pip sync") for call in machine.calls)


def test_debian_gets_compiler_and_headers(machine: Machine):
    machine.is_debian_root()
    machine.has("python", sys.executable)
    (machine.folder / "bin" / "c++").unlink()
    done = machine.setup("--quiet", before="has_headers() { return 1; }")
    assert done.returncode == 0, done.stderr
    installed = next(
        call for call in machine.calls if call.startswith("apt-get install")
    )
    assert installed.endswith("build-essential python3.14-dev")


@pytest.mark.parametrize(
    ("option", "status", "stream"), [("--help", 0, "stdout"), ("--fast", 2, "stderr")]
)
def test_options(machine: Machine, option: str, status: int, stream: str):
    done = machine.setup(option)
    assert done.returncode == status
    assert getattr(done, stream).startswith("Usage: scripts/setup")
    assert machine.calls == []


def test_script_is_executable():
    for name in ("setup", "test", "lint", "bench", "lock"):
        assert os.access(ROOT / "scripts" / name, os.X_OK), name
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
