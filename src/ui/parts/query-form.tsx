import { chakra, Input, Spinner } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Search } from 'lucide-react'
import type { PassageSearchRef } from '../../machines/knowledge/passage-search.machine.ts'
import type { RetrievalTestRef } from '../../machines/knowledge/retrieval-test.machine.ts'
import { SEARCH_QUERY_MAX } from '../../services/contract/search.ts'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { isTooLong, Limit } from './limit.tsx'

interface QueryFormProps {
  actor: PassageSearchRef | RetrievalTestRef
  label: string
  placeholder: string
}

/** A question to documents; searched on submit. */
export function QueryForm({ actor, label, placeholder }: QueryFormProps) {
  const query = useSelector(actor, ({ context }) => context.query)
  const maySearch = useSelector(actor, (search) => search.can({ type: 'query.submitted' }))
  const isBusy = useSelector(actor, (search) => search.hasTag('busy'))
  return (
    <chakra.search display="block">
      <chakra.form
        display="flex"
        gap="2.5"
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'query.submitted' })
        }}
      >
        <Input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          aria-invalid={isTooLong(query, SEARCH_QUERY_MAX)}
          value={query}
          autoFocus
          onChange={(event) => actor.send({ type: 'query.changed', text: event.target.value })}
        />
        <Button type="submit" variant="primary" height="40px" disabled={!maySearch}>
          {isBusy ? <Spinner aria-hidden /> : <Search aria-hidden />}
          {t('Search')}
        </Button>
      </chakra.form>
      <Limit text={query} max={SEARCH_QUERY_MAX} />
    </chakra.search>
  )
}
