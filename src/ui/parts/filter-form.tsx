import { chakra } from '@chakra-ui/react'
import { type ComponentProps, useRef } from 'react'
import { useActors } from '../actors.ts'
import { useLiveSearch } from './live-search.ts'

interface FilterFormProps extends Omit<ComponentProps<typeof chakra.form>, 'onSubmit' | 'onChange'> {
  /** The address of what the fields say. */
  pathOf: (fields: URLSearchParams) => string
}

/** The address holds what is chosen: it can be sent to somebody, and Back takes it away. */
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
      // A text is looked for when typing rests, the rest at once.
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === 'q') live.typed(target.value)
        else apply()
      }}
    />
  )
}
