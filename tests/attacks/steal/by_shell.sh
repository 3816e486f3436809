# Tries: to have the system's own programs read the reference.
# Seen: none of them can.
# Against: contents; judged: marker; flagged: yes
secret=$(sed 's/.*"secret": "\([^"]*\)".*/\1/' bait.json)
cat "$secret"
cat <"$secret"
cp "$secret" answer.txt
dd if="$secret"
sh "$secret"
(. "$secret")
awk '{ print }' "$secret"
sort "$secret"
tar cf - "$secret"
find "${secret%/*}" -type f -exec cat {} +
perl -pe 1 "$secret"
ln -s "$secret" link; cat link
cat /proc/self/root"$secret"
