#!/bin/sh
# Copies a build into the folder that is served. Earlier releases' chunks stay for WEEKS, since open and cached pages load them.
#   deploy/release.sh BUILD FOLDER [WEEKS]       such as: deploy/release.sh dist /srv/insights
set -eu
# Whoever releases may keep their own files to themselves; the web server must read these.
umask 022
[ $# -ge 2 ] || { echo "usage: $0 BUILD FOLDER [WEEKS]" >&2; exit 2; }
build=$1 folder=$2 weeks=${3:-8}
for file in addin.js taskpane.html functions.json manifest.xml; do
  [ -f "$build/$file" ] || { echo "$build has no $file. Run: npm run build" >&2; exit 1; }
done
case $weeks in '' | *[!0-9]*) echo "WEEKS must be a number; it is $weeks." >&2; exit 2 ;; esac

# The chunks come first and the files that name them last, so that no page asks for a chunk before it is there.
fixed='-name *.html -o -name addin.js -o -name functions.json -o -name manifest.xml'
put() {
  mkdir -p "$folder/$(dirname "$1")"
  # A file is there whole or not at all. Its time tells when it was last part of a release.
  cp "$build/$1" "$folder/$1.new"
  chmod u=rw,go=r "$folder/$1.new"
  mv -f "$folder/$1.new" "$folder/$1"
}
set -f
(cd "$build" && find . -type f ! \( $fixed \)) | while IFS= read -r file; do put "$file"; done
(cd "$build" && find . -type f \( $fixed \)) | while IFS= read -r file; do put "$file"; done
set +f
find "$folder" -type d -exec chmod go+rx {} +

# Only names with a hash are old releases' alone. The other files, images too, are what manifests name.
hash='[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
find "$folder" -maxdepth 1 -type f \( -name "*.$hash.js" -o -name "*.$hash.js.*" \) -mtime "+$((weeks * 7))" -exec rm -f {} +
echo "$folder serves $build; chunks of earlier releases stay for $weeks weeks."
