import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { CopyButton } from './copy-button.tsx'

/** A value to enter elsewhere, under the name used there. */
export function CopiedValue({ label, text }: { label: string; text: string }) {
  return (
    <Box>
      <Text textStyle="small" color="ink.2">
        {label}
      </Text>
      <Flex gap="2" align="center" justify="space-between">
        <chakra.code fontFamily="mono" fontSize="sm" overflowWrap="anywhere" minWidth={0} dir="ltr">
          {text}
        </chakra.code>
        <CopyButton text={text} isShown flexShrink={0} label={() => t('Copy: {label}', { label })} />
      </Flex>
    </Box>
  )
}
