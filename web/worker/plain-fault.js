// A refusal on its way between threads: errors lose their class there.

/** A plain object with what is known of an error. */
export const plainFault = ({
  type = "internal",
  code = "unexpected",
  pointer = "",
  message,
  line = null,
  file = null,
  place = "",
}) => ({
  type,
  code,
  pointer,
  message: message ?? code,
  line,
  file,
  place,
});
