import { Input, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { t } from '../../texts/t.ts'

/** Up to this number, no search is needed. */
const FEW = 8

/**
 * A field that filters a long list by what is typed, and what it finds; there is none for a short list, or without a
 * label. A screen reader hears how many match.
 */
export function useFind<Item>(
  label: string | undefined,
  items: readonly Item[],
  wordsOf: (item: Item) => string,
) {
  const [typed, setTyped] = useState('')
  const isOffered = label !== undefined && items.length > FEW
  const sought = isOffered ? typed.trim().toLowerCase() : ''
  const found = items.filter((item) => wordsOf(item).toLowerCase().includes(sought))
  const field = isOffered && (
    <>
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // Enter would submit the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        mb="2"
      />
      <Text srOnly role="status">
        {sought !== '' &&
          t('{count, plural, =0 {No matches} one {# match} other {# matches}}', { count: found.length })}
      </Text>
    </>
  )
  return { field, found }
}

export const NothingMatches = () => (
  <Text color="ink.2" fontSize="md" px="3" py="2.5">
    {t('Nothing matches.')}
  </Text>
)
