        .macro routine_end name
        .type   nucleus_\name, @function
        .size   nucleus_\name, . - nucleus_\name
        .endm
