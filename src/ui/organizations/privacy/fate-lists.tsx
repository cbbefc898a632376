import { chakra, Stack, Text } from '@chakra-ui/react'
import type { Fate, PersonalData } from '../../../services/contract/personal-data.ts'
import { t } from '../../../texts/t.ts'
import { keptAs } from './kept-kinds.ts'

const FATES: readonly (readonly [Fate, string])[] = [
  ['deleted', t('Deleted by an erasure')],
  ['unnamed', t('Stays, without their name')],
  ['kept', t('Stays, because it belongs to the person')],
]

/** What is kept about a person, by what an erasure does with it. */
export const FateLists = ({ kept }: Pick<PersonalData, 'kept'>) => (
  <Stack gap="3">
    {FATES.map(([fate, title]) => {
      const all = keptAs(kept, fate)
      if (all.length === 0) return null
      return (
        <div key={fate}>
          <Text textStyle="small" fontWeight="semibold">
            {title}
          </Text>
          <chakra.ul aria-label={title} color="ink.2" fontSize="md" listStyleType="disc" ps="5">
            {all.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </chakra.ul>
        </div>
      )
    })}
  </Stack>
)
