import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'

/** A value to enter elsewhere, under the name used there. */
export function CopiedValue({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Box>
      <Text textStyle="small" color="ink.2">
        {label}
      </Text>
      <Flex gap="2" align="center" justify="space-between">
        <chakra.code fontFamily="mono" fontSize="sm" overflowWrap="anywhere" minWidth={0} dir="ltr">
          {text}
        </chakra.code>
        <Button
          size="sm"
          flexShrink={0}
          aria-label={t('Copy: {label}', { label })}
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </Flex>
    </Box>
  )
}
