#!/usr/bin/env bash
# Builds the documentation as a site in build/site, with the reference pages of the
# dialects and passes, and fails on a link that leads nowhere. MkDocs comes from PyPI,
# into a folder of its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=build/site-venv/bin/python
if [ ! -x "$python" ]; then
  python3 -m venv build/site-venv
  "$python" -m pip install --quiet -r scripts/docs-requirements.txt
fi
scripts/docs.sh
rm -rf build/site-docs
mkdir -p build/site-docs
cp -r docs/. build/site-docs
# The way in, and what its links name outside of docs/.
cp README.md build/site-docs/index.md
cp CONTRIBUTING.md CHANGELOG.md build/site-docs
"$python" scripts/docs-links.py build/site-docs
"$python" -m mkdocs build --strict --config-file scripts/mkdocs.yml \
  --site-dir "$PWD/build/site"
echo "build/site/index.html"
