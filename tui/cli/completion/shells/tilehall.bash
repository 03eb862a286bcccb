# Completions of tilehall for bash. Put this line into ~/.bashrc:
#
#     eval "$(tilehall completions bash)"
#
# or keep what it prints as ~/.local/share/bash-completion/completions/tilehall, where bash-completion finds it.
# It knows nothing of the commands by itself: it asks `tilehall complete`, so it fits whatever version is installed.

_tilehall() {
    local line=${COMP_LINE:0:COMP_POINT} found path
    local -a words
    # Without -r: a space after a backslash is part of a word.
    read -a words <<<"$line"
    # A space at the end begins a new word.
    [[ $line == *[[:space:]] ]] && words+=("")
    local word=${words[${#words[@]} - 1]}

    # Where bash breaks words, at : and = as a rule, it wants only what comes after.
    local breaks=${COMP_WORDBREAKS//[^:=]/} head=
    [[ -n $breaks ]] && head=${word%"${word##*[$breaks]}"}

    COMPREPLY=()
    while IFS=$'\t' read -r found _; do
        if [[ $found == :files ]]; then
            compopt -o filenames 2>/dev/null
            while read -r path; do
                COMPREPLY+=("$path")
            done < <(compgen -f -- "$word")
        else
            # The value is still to come.
            [[ $found == *[:=] ]] && compopt -o nospace 2>/dev/null
            COMPREPLY+=("${found#"$head"}")
        fi
    done < <("${1/#\~/$HOME}" complete -- "${words[@]:1}" 2>/dev/null)
}

complete -F _tilehall tilehall
