import { chakra } from '@chakra-ui/react'
import { type ComponentProps, useRef } from 'react'
import { useActors } from '../actors.ts'
import { useLiveSearch } from './live-search.ts'

interface FilterFormProps extends Omit<ComponentProps<typeof chakra.form>, 'onSubmit' | 'onChange'> {
  /** The address for the fields' values. */
  pathOf: (fields: URLSearchParams) => string
}

/** The address contains the choice: it can be shared, and Back undoes it. */
export function FilterForm({ pathOf, ...props }: FilterFormProps) {
  const { navigation } = useActors()
  const form = useRef<HTMLFormElement>(null)
  const apply = () => {
    const fields = [...new FormData(form.current!)].map(([name, value]) => [name, String(value)])
    const path = pathOf(new URLSearchParams(fields))
    navigation.send({ type: 'navigation.requested', path, replace: true })
  }
  const live = useLiveSearch(apply)
  return (
    <chakra.form
      {...props}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        live.submitted()
      }}
      // Text applies when typing rests, other fields at once.
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === 'q') live.typed(target.value)
        else apply()
      }}
    />
  )
}
