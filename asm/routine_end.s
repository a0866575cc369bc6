        .macro routine_end name
        .endm
