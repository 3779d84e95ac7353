#!/bin/sh
# Removes the responses with any of the given cache tags from the cache of nginx, for instance after
#
#   curl -X POST -H "Authorization: Bearer $ADMIN_TOKEN" -H 'Content-Type: application/json' \
#     -d '{"tags":["dtf-0x…"]}' http://gateway:9461/admin/purge
#
# Usage: purge-cache-tags.sh CACHE_DIR TAG...
# A file of the cache begins with the headers of the response. nginx fetches what it no longer finds.
set -eu
cache=$1
shift
for tag in "$@"; do
  case $tag in
    *[!A-Za-z0-9%._~-]* | '') echo "not a cache tag: $tag" >&2; exit 2 ;;
  esac
  pattern=$(printf '%s' "$tag" | sed 's/[.]/[.]/g')
  # -a: the bodies are binary where they are compressed. A carriage return ends a header.
  grep -rlaiE "^Cache-Tag: ([^,]*,)*$pattern(,|"$(printf '\r')"|\$)" "$cache" | xargs -r rm -f -- || true
done
