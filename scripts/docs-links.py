"""Makes the pages of the repository pages of a site, in place.

    docs-links.py FOLDER

A link into docs/ loses that part in the pages that were at the top; a link to a file or
folder that is in the repository but not on the site becomes its name. Whatever else
does not resolve is left for MkDocs, which refuses it.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")


def main():
    folder = sys.argv[1]
    top = {"index.md", "CONTRIBUTING.md", "CHANGELOG.md"}
    for base, _, names in os.walk(folder):
        for name in filter(lambda n: n.endswith(".md"), names):
            path = os.path.join(base, name)
            page = os.path.relpath(path, folder)
            source = ROOT if page in top else os.path.join(ROOT, "docs", os.path.dirname(page))

            def replace(match):
                text, target, anchor = match.group(1), match.group(2), match.group(3) or ""
                if not target or "://" in target:
                    return match.group(0)
                wanted = os.path.normpath(os.path.join(source, target))
                inside = os.path.relpath(wanted, os.path.join(ROOT, "docs"))
                for place in (inside, os.path.relpath(wanted, ROOT).replace("README.md", "index.md")):
                    if not place.startswith("..") and os.path.isfile(os.path.join(folder, place)):
                        back = os.path.relpath(place, os.path.dirname(page) or ".")
                        return f"[{text}]({back}{anchor})"
                if os.path.exists(wanted):
                    return f"{text} (`{os.path.relpath(wanted, ROOT)}`)"
                return match.group(0)

            with open(path) as file:
                content = file.read()
            with open(path, "w") as file:
                file.write(LINK.sub(replace, content))


main()
