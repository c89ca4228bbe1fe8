#!/bin/sh
# Copies a build into the folder that is served. Earlier releases' chunks stay for WEEKS, since open and cached pages load them.
#   deploy/release.sh BUILD FOLDER [WEEKS]                  such as: deploy/release.sh dist /srv/insights
# The release before is kept beside it, and is released in the same way to go back:
#   deploy/release.sh /srv/insights.previous /srv/insights
set -eu
# Whoever releases may keep their own files to themselves; the web server must read these.
umask 022
[ $# -ge 2 ] || { echo "usage: $0 BUILD FOLDER [WEEKS]" >&2; exit 2; }
build=${1%/} folder=${2%/} weeks=${3:-8}
previous=$folder.previous
case $weeks in '' | *[!0-9]*) echo "WEEKS must be a number; it is $weeks." >&2; exit 2 ;; esac
refuse() { echo "$1 Nothing was changed." >&2; exit 1; }
for file in addin.js taskpane.html functions.json manifest.xml; do
  [ -f "$build/$file" ] || refuse "$build has no $file. Run: npm run build."
done

# What a folder's manifest says of it.
id_of() { sed -n 's:.*<Id>\([^<]*\)</Id>.*:\1:p' "$1/manifest.xml" | head -n 1; }
address_of() { sed -n 's:.*<SourceLocation DefaultValue="\([^"]*\)/taskpane\.html".*:\1:p' "$1/manifest.xml" | head -n 1; }
version_of() { sed -n 's:.*<Version>\([^<]*\)</Version>.*:\1:p' "$1/manifest.xml" | head -n 1; }
keeps_keys() { ! grep -qF 'name="insights-keep-key" content="never"' "$1/taskpane.html"; }
identity_of() { echo "the id $(id_of "$1") at $(address_of "$1")"; }

[ -n "$(id_of "$build")" ] && [ -n "$(address_of "$build")" ] || refuse "The manifest of $build tells no id or address."
case $(address_of "$build") in https://localhost*) refuse "$build is for this machine. Build it with ADDIN_URL." ;; esac
before=
if [ -f "$folder/manifest.xml" ]; then
  [ "$(identity_of "$build")" = "$(identity_of "$folder")" ] ||
    refuse "$folder serves $(identity_of "$folder"); $build is for $(identity_of "$build"). Each environment and address has a folder of its own."
  if ! keeps_keys "$folder" && keeps_keys "$build" && [ "${KEEP_KEY-never}" != "" ]; then
    refuse "$folder keeps no keys on devices, and $build lets people keep them. Build it with KEEP_KEY=never; to let people keep keys from now on, set KEEP_KEY= here."
  fi
  before=$(version_of "$folder")
fi

# Only names with a hash are one release's alone. The other files, images too, are what manifests name.
hash='[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
chunks_in() { find "$1" -maxdepth 1 -type f \( -name "*.$hash.js" -o -name "*.$hash.js.*" \) | sort; }
# A release's addin.js has the hashes of all its chunks.
is_in_use() { grep -qF "$(echo "$2" | sed "s:.*\.\($hash\)\.js.*:\1:")" "$1/addin.js"; }

# A build that is served already ends no release: released again, it is no way back.
is_served() {
  [ -z "$(cd "$build" && find . -type f | while IFS= read -r file; do cmp -s "$file" "$folder/$file" || echo "$file"; done)" ]
}
# FOLDER may be relative, and is_served looks from the build.
case $folder in /*) ;; *) folder=$PWD/$folder previous=$PWD/$previous ;; esac

# A chunk's time tells when it was last part of a release: until now, for those of the release that ends here. The copy of a run
# that was ended in the middle is whole, and FOLDER may be between two releases: the copy is the way back.
if [ -n "$before" ] && [ ! -d "$previous.new" ] && ! is_served; then
  rm -rf "$previous.copy"
  cp -pR "$folder" "$previous.copy"
  chunks_in "$folder" | while IFS= read -r file; do
    if is_in_use "$folder" "$file"; then touch "$file"; else rm -f "$previous.copy/${file##*/}"; fi
  done
  mv "$previous.copy" "$previous.new"
fi
ends=
[ ! -d "$previous.new" ] || ends=$(version_of "$previous.new")

# The chunks come first and the files that name them last, so that no page asks for a chunk before it is there.
fixed='-name *.html -o -name addin.js -o -name functions.json -o -name manifest.xml'
put() {
  mkdir -p "$folder/$(dirname "$1")"
  # A file is there whole or not at all.
  cp "$build/$1" "$folder/$1.new"
  chmod u=rw,go=r "$folder/$1.new"
  mv -f "$folder/$1.new" "$folder/$1"
}
set -f
(cd "$build" && find . -type f ! \( $fixed \)) | while IFS= read -r file; do put "$file"; done
(cd "$build" && find . -type f \( $fixed \)) | while IFS= read -r file; do put "$file"; done
set +f
find "$folder" -type d -exec chmod go+rx {} +
chunks_in "$folder" | while IFS= read -r file; do
  [ -z "$(find "$file" -mtime "+$((weeks * 7))")" ] || rm -f "$file"
done
[ -z "$ends" ] || { rm -rf "$previous" && mv "$previous.new" "$previous"; }

now=$(version_of "$folder")
echo "$folder serves $build, version $now${ends:+, in place of $ends}; chunks of earlier releases stay for $weeks weeks."
[ ! -f "$previous/manifest.xml" ] || echo "To go back: $0 $previous $folder"
if [ -n "$before" ] && [ "$before" != "$now" ] && [ "$(printf '%s\n%s\n' "$before" "$now" | sort -V | tail -n 1)" = "$before" ]; then
  echo "This is an earlier version than before. Excel keeps the newer manifest: what people have of $before must run with the files of $now."
fi
