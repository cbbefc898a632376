import { chakra, Flex } from '@chakra-ui/react'

const Key = chakra('kbd', {
  base: {
    fontFamily: 'body',
    fontSize: 'xs',
    fontWeight: 'medium',
    lineHeight: 'short',
    color: 'ink.2',
    bg: 'sheet',
    border: '1px solid',
    borderColor: 'rule.2',
    borderRadius: 'xs',
    px: '1.5',
    py: '0.5',
  },
})

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

const ARROWS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓' }

/** `Control+k` in the notation of the person's keyboard; a sequence one key after the other. */
const written = (keys: string) =>
  keys.split(/[ +]/).flatMap((key) => {
    if (key === '[Shift]') return []
    if (key === 'Control') return [isMac() ? '⌘' : 'Ctrl']
    if (key === 'Alt') return [isMac() ? '⌥' : 'Alt']
    // By its position on the keyboard: ⌥N types another character.
    return [ARROWS[key] ?? key.replace(/^Key/, '').toUpperCase()]
  })

export const Keys = ({ keys }: { keys: string }) => (
  <Flex as="span" gap="1" flexShrink={0}>
    {written(keys).map((key) => (
      <Key key={key}>{key}</Key>
    ))}
  </Flex>
)
