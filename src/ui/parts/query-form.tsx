import { chakra, Input, Spinner } from '@chakra-ui/react'
import { Search } from 'lucide-react'
import { SEARCH_QUERY_MAX } from '../../services/contract/search.ts'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { isTooLong, Limit } from './limit.tsx'

interface QueryFormProps {
  label: string
  placeholder: string
  query: string
  maySearch: boolean
  busy: boolean
  onChange: (text: string) => void
  onSubmit: () => void
}

/** A question to documents; searched on submit. */
export const QueryForm = ({
  label,
  placeholder,
  query,
  maySearch,
  busy,
  onChange,
  onSubmit,
}: QueryFormProps) => (
  <chakra.search display="block">
    <chakra.form
      display="flex"
      gap="2.5"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        aria-invalid={isTooLong(query, SEARCH_QUERY_MAX)}
        value={query}
        autoFocus
        onChange={(event) => onChange(event.target.value)}
      />
      <Button type="submit" variant="primary" height="40px" disabled={!maySearch}>
        {busy ? <Spinner aria-hidden /> : <Search aria-hidden />}
        {t('Search')}
      </Button>
    </chakra.form>
    <Limit text={query} max={SEARCH_QUERY_MAX} />
  </chakra.search>
)
