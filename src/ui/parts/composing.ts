import type { KeyboardEvent } from 'react'

/** Reported for a key that an input method takes. */
const TAKEN_BY_INPUT_METHOD = 229

/**
 * Whether the key belongs to an input method, such as Enter that confirms a Japanese word. Safari has already ended the
 * composition by then, and leaves only the code of the key.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>) =>
  nativeEvent.isComposing || nativeEvent.keyCode === TAKEN_BY_INPUT_METHOD
