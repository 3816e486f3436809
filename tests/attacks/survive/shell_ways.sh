# Tries: to leave processes behind in the ways that a shell and the system offer.
# Seen: none lives when the run is over.
# Against: end; judged: alive; limits: cpu_s=3 wall_s=4; flagged: yes
sleep 41 &
nohup sleep 42 >/dev/null 2>&1 &
setsid sleep 43 >/dev/null 2>&1 &
setsid -f sleep 44 >/dev/null 2>&1
(sleep 45 & sleep 46 &)
(trap '' TERM HUP INT; sleep 47) &
sh -mc 'sleep 48 & kill -STOP $!' 2>/dev/null
echo 'sleep 49' | at now 2>/dev/null
systemd-run --user sleep 50 2>/dev/null
script -qc 'sleep 51' /dev/null >/dev/null 2>&1 &
timeout 60 sleep 52 &
flock . sleep 53 &
env -i sleep 54 >/dev/null 2>&1 &
sleep 0.3
exit 0
