import { Box, chakra, Flex } from '@chakra-ui/react'
import { CopyButton } from './copy-button.tsx'

/** A secret to store elsewhere: a click selects it, a button copies it. */
export function Secret({ label, text }: { label: string; text: string }) {
  return (
    <Box>
      <chakra.pre
        aria-label={label}
        fontFamily="mono"
        fontSize="sm"
        lineHeight="tall"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        css={{ userSelect: 'all', WebkitUserSelect: 'all' }}
        bg="paper"
        border="1px solid"
        borderColor="rule.2"
        borderRadius="sm"
        px="3.5"
        py="2.5"
      >
        {text}
      </chakra.pre>
      <Flex justify="flex-end" mt="2">
        <CopyButton text={text} isShown />
      </Flex>
    </Box>
  )
}
