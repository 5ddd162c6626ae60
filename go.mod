module lengthwise

go 1.26
