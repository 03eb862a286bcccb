# Completions of tilehall for fish. Put this line into ~/.config/fish/config.fish:
#
#     tilehall completions fish | source
#
# or keep what it prints as ~/.config/fish/completions/tilehall.fish.
# It knows nothing of the commands by itself: it asks `tilehall complete`, so it fits whatever version is installed.

function __tilehall_complete
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    for line in ($before[1] complete -- $before[2..] "$word" 2>/dev/null)
        if test "$line" = :files
            # What fish itself offers after a command that it knows nothing of.
            complete -C "__fish_command_without_completions $word"
        else
            echo $line
        end
    end
end

complete -c tilehall -f -a '(__tilehall_complete)'
