import { Box, chakra, Input } from '@chakra-ui/react'
import type { FormEvent } from 'react'
import { CONVERSATION_SEARCH_MAX, type ConversationFilter } from '../../../services/contract/conversations.ts'
import { useActors } from '../../actors.tsx'
import { inputRecipe } from '../../theme/recipes/controls.ts'
import { filterIn, historyPath } from './filter.ts'

const Select = chakra('select', inputRecipe)

const CHOICES = [
  {
    name: 'rating',
    label: 'Rating',
    options: [
      ['', 'Any'],
      ['up', 'Liked'],
      ['down', 'Disliked'],
    ],
  },
  {
    name: 'answered',
    label: 'Answers',
    options: [
      ['', 'Any'],
      ['yes', 'All found'],
      ['no', 'Some missing'],
    ],
  },
  {
    name: 'channel',
    label: 'Channel',
    options: [
      ['', 'Any'],
      ['playground', 'Playground'],
      ['share', 'Public page'],
      ['embed', 'Embedded'],
      ['api', 'API'],
    ],
  },
] as const

interface FiltersProps {
  integrationId: string
  filter: ConversationFilter
  shownId: string | null
}

/** The address holds what is chosen: it can be sent to somebody, and Back takes it away. */
export function Filters({ integrationId, filter, shownId }: FiltersProps) {
  const { navigation } = useActors()
  const { q, ...chosen } = filter
  const apply = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const values = [...new FormData(currentTarget)].map(([name, value]) => [name, String(value)])
    const path = historyPath(integrationId, filterIn(new URLSearchParams(values)), shownId)
    navigation.send({ type: 'navigation.requested', path, replace: true })
  }
  return (
    <chakra.form
      px={{ lg: '2.5' }}
      mb="4"
      display="grid"
      gap="3"
      onSubmit={(event) => {
        event.preventDefault()
        apply(event)
      }}
      // A text is looked for when it is whole, the rest at once.
      onChange={(event) => {
        if ((event.target as Element).matches('[name=q]')) return
        apply(event)
      }}
    >
      <Input
        type="search"
        name="q"
        aria-label="Search the conversations"
        placeholder="Search, then Enter"
        maxLength={CONVERSATION_SEARCH_MAX}
        defaultValue={q ?? ''}
        height="36px"
        fontSize="md"
      />
      <chakra.details open={Object.keys(chosen).length > 0} fontSize="sm">
        <chakra.summary cursor="pointer" color="ink.2" fontWeight="medium">
          Filters
        </chakra.summary>
        <Box display="grid" gridTemplateColumns="1fr 1fr" gap="2.5" mt="2.5">
          {CHOICES.map(({ name, label, options }) => (
            <Box
              key={name}
              display="grid"
              gap="1"
              color="ink.2"
              gridColumn={name === 'channel' ? 'span 2' : undefined}
            >
              <label htmlFor={`filter-${name}`}>{label}</label>
              <Select
                id={`filter-${name}`}
                name={name}
                defaultValue={filter[name] ?? ''}
                height="34px"
                fontSize="sm"
                px="2"
              >
                {options.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </Select>
            </Box>
          ))}
          {(['from', 'to'] as const).map((name) => (
            <Box key={name} display="grid" gap="1" color="ink.2">
              <label htmlFor={`filter-${name}`}>{name === 'from' ? 'From' : 'To'}</label>
              <Input
                id={`filter-${name}`}
                type="date"
                name={name}
                defaultValue={filter[name] ?? ''}
                height="34px"
                fontSize="sm"
                px="2"
              />
            </Box>
          ))}
        </Box>
      </chakra.details>
    </chakra.form>
  )
}
