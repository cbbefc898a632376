import { Box, chakra, Input } from '@chakra-ui/react'
import { type ComponentProps, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { useActors } from '../actors.ts'
import { useLiveSearch } from './live-search.ts'
import { Select } from './select-field.tsx'

type Fields = Readonly<Record<string, string | undefined>>

interface FilterFormProps<Filter> extends Omit<ComponentProps<typeof chakra.form>, 'onSubmit' | 'onChange'> {
  /** The filter in the address. */
  applied: Filter
  /** The filter in the fields. */
  filterIn: (fields: URLSearchParams) => Filter
  pathOf: (filter: Filter) => string
}

/** The address contains the choice: it can be shared, and Back undoes it. */
export function FilterForm<Filter extends Fields>({
  applied,
  filterIn,
  pathOf,
  ...props
}: FilterFormProps<Filter>) {
  const { navigation } = useActors()
  const form = useRef<HTMLFormElement>(null)
  const known = useRef<Fields>(applied)
  const apply = () => {
    const fields = [...new FormData(form.current!)].map(([name, value]) => [name, String(value)])
    const chosen = filterIn(new URLSearchParams(fields))
    known.current = chosen
    navigation.send({ type: 'navigation.requested', path: pathOf(chosen), replace: true })
  }
  // Links and Back change the address too. What is being typed stays if they leave that part as it was.
  useEffect(() => {
    for (const field of form.current!.elements)
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        if (applied[field.name] !== known.current[field.name]) field.value = applied[field.name] ?? ''
    known.current = applied
  }, [applied])
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

interface ChoiceProps {
  name: string
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  wide?: boolean
}

/** One of several values, in a filter form. */
export const Choice = ({ name, label, value, options, wide }: ChoiceProps) => (
  <Box display="grid" gap="1" color="ink.2" gridColumn={wide ? 'span 2' : undefined}>
    <label htmlFor={`filter-${name}`}>{label}</label>
    <Select
      id={`filter-${name}`}
      name={name}
      defaultValue={value}
      options={options}
      height="34px"
      fontSize="sm"
      px="2"
    />
  </Box>
)

/** The first and last day of a list's period. */
export const DayFields = (days: { from: string | undefined; to: string | undefined }) =>
  (['from', 'to'] as const).map((name) => (
    <Box key={name} display="grid" gap="1" color="ink.2">
      <label htmlFor={`filter-${name}`}>{name === 'from' ? t('From') : t('To')}</label>
      <Input
        id={`filter-${name}`}
        type="date"
        name={name}
        defaultValue={days[name] ?? ''}
        height="34px"
        fontSize="sm"
        px="2"
      />
    </Box>
  ))

/** The filter in an address, and the address of a filter; invalid values are ignored. */
export const createAddressFilter = <Filter extends { readonly [Name in keyof Filter]?: string | undefined }>(
  schema: z.ZodMiniObject,
) => {
  const names = Object.keys(schema.shape)
  return {
    read: (search: URLSearchParams) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = search.get(name)
          return value && z.safeParse(schema.shape[name]!, value).success ? [[name, value]] : []
        }),
      ) as Filter,
    search: (filter: Filter) =>
      new URLSearchParams(
        Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
      ),
  }
}
