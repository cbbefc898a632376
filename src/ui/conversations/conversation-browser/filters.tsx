import { Box, chakra, Flex, Input } from '@chakra-ui/react'
import { ChevronRight } from 'lucide-react'
import { CONVERSATION_SEARCH_MAX, type ConversationFilter } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { Choice, DayFields, FilterForm } from '../../parts/filter-form.tsx'
import { Link } from '../../parts/link.tsx'
import { Rich } from '../../parts/rich.tsx'
import { CHANNEL_NAMES } from '../conversation/channel-names.ts'
import { type Browsed, browserPath, filterIn } from './browsed.ts'

const CHOICES = [
  {
    name: 'rating',
    label: t('Rating'),
    options: [
      ['', t('Any')],
      ['up', t('Liked')],
      ['down', t('Disliked')],
    ],
  },
  {
    name: 'answered',
    label: t('Answers'),
    options: [
      ['', t('Any')],
      ['yes', t('All answered')],
      ['no', t('Some unanswered')],
    ],
  },
  {
    name: 'channel',
    label: t('Channel'),
    options: [['', t('Any')], ...Object.entries(CHANNEL_NAMES)],
  },
] as const

interface FiltersProps {
  browsed: Browsed
  filter: ConversationFilter
  shownId: string | null
}

export function Filters({ browsed: { path, assistants }, filter, shownId }: FiltersProps) {
  const { q, tag, ...chosen } = filter
  return (
    <FilterForm
      applied={filter}
      filterIn={filterIn}
      pathOf={(chosen) => browserPath(path, chosen, shownId)}
      px="2.5"
      mb="4"
      display="grid"
      gap="3"
    >
      <Input
        type="search"
        name="q"
        aria-label={t('Search conversations')}
        placeholder={t('Search')}
        maxLength={CONVERSATION_SEARCH_MAX}
        defaultValue={q ?? ''}
        height="36px"
        fontSize="md"
      />
      {tag && (
        <Flex align="center" justify="space-between" gap="2" fontSize="sm" color="ink.2">
          <input type="hidden" name="tag" value={tag} />
          <span>
            <Rich text={t('Tagged <0>{tag}</0>', { tag })} parts={[<b />]} />
          </span>
          <Link to={browserPath(path, { q, ...chosen }, shownId)} fontSize="sm">
            {t('Any tag')}
          </Link>
        </Flex>
      )}
      <chakra.details open={Object.keys(chosen).length > 0} fontSize="sm">
        <chakra.summary
          cursor="pointer"
          color="ink.2"
          fontWeight="medium"
          display="flex"
          alignItems="center"
          gap="1.5"
          width="fit-content"
          css={{
            '&::-webkit-details-marker': { display: 'none' },
            '& svg': { width: '14px', height: '14px', transition: 'transform 160ms' },
            'details[open] > & svg': { transform: 'rotate(90deg)' },
          }}
        >
          <ChevronRight aria-hidden data-directional />
          {t('Filters')}
        </chakra.summary>
        <Box display="grid" gridTemplateColumns="1fr 1fr" gap="2.5" mt="2.5">
          {assistants && (
            <Choice
              name="integration"
              label={t('Assistant')}
              value={filter.integration ?? ''}
              options={[['', t('Any')], ...assistants.map(({ id, name }) => [id, name] as const)]}
              wide
            />
          )}
          {CHOICES.map(({ name, label, options }) => (
            <Choice
              key={name}
              name={name}
              label={label}
              value={filter[name] ?? ''}
              options={options}
              wide={name === 'channel'}
            />
          ))}
          <DayFields from={filter.from} to={filter.to} />
        </Box>
      </chakra.details>
    </FilterForm>
  )
}
