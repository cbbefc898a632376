import { Box, chakra, Flex, Text, Textarea } from '@chakra-ui/react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'aria-label'> {
  text: string
  /** Whether the text is shown already; otherwise a refusal shows it. */
  isShown?: boolean
  label?: (copied: boolean) => string
  children?: (copied: boolean) => ReactNode
}

/** Copies a text, or says that the browser refuses and lets the person do it. */
export function CopyButton({
  text,
  isShown = false,
  label,
  children = (copied) => (copied ? t('Copied') : t('Copy')),
  ...props
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const isCopied = outcome === 'copied'
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      // Denied, or a page over plain HTTP, which has no clipboard.
      setOutcome('refused')
    }
  }
  return (
    <Box display="inline-grid" gap="1.5" justifyItems="end" maxWidth="full">
      <Button
        size="sm"
        {...props}
        aria-label={label?.(isCopied)}
        onBlur={() => isCopied && setOutcome(null)}
        onClick={() => void copy()}
      >
        {children(isCopied)}
      </Button>
      {outcome === 'refused' && (
        <>
          <Text textStyle="small" color="ink.2" role="alert">
            {t('It could not be copied. Select the text and copy it yourself.')}
          </Text>
          {!isShown && (
            <Textarea
              readOnly
              rows={3}
              aria-label={t('Text to copy')}
              value={text}
              fontSize="sm"
              onFocus={({ target }) => target.select()}
            />
          )}
        </>
      )}
    </Box>
  )
}

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
