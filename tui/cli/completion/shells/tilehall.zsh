#compdef tilehall
# Completions of tilehall for zsh. Put this line into ~/.zshrc, after compinit:
#
#     eval "$(tilehall completions zsh)"
#
# or keep what it prints as a file _tilehall in a folder of your $fpath.
# It knows nothing of the commands by itself: it asks `tilehall complete`, so it fits whatever version is installed.

_tilehall() {
    local -a lines whole begun
    local line word meaning files
    lines=("${(@f)$(${~words[1]} complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    for line in $lines; do
        if [[ $line == :files ]]; then
            files=yes
            continue
        fi
        word=${line%%$'\t'*}
        meaning=
        [[ $line == *$'\t'* ]] && meaning=${line#*$'\t'}
        # The value of what ends like this is still to come.
        if [[ $word == *[:=] ]]; then
            begun+=("${word//:/\\:}:$meaning")
        else
            whole+=("${word//:/\\:}:$meaning")
        fi
    done
    local code=1
    (( $#whole )) && _describe -t values value whole && code=0
    (( $#begun )) && _describe -t names name begun -S '' && code=0
    [[ -n $files ]] && _files && code=0
    return code
}

if [[ $funcstack[1] == _tilehall ]]; then
    _tilehall "$@"
else
    compdef _tilehall tilehall
fi
