import { Box, Flex, Input, type SystemStyleObject, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react'
import type { PickerRef } from '../../machines/shell/picker.machine.ts'
import type { Option } from '../../machines/shell/picker.options.ts'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { isComposing } from './composing.ts'

/** Visible options before the list scrolls. */
const SEEN = 12

const MOVES = { ArrowDown: 1, ArrowUp: -1 } as const

/** Rendered once for all options: a list is redrawn on every key press. */
const LINES: SystemStyleObject = {
  '& [role=option]': {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    px: '2.5',
    py: '2',
    borderRadius: 'sm',
    fontSize: 'md',
    cursor: 'pointer',
  },
  '& [aria-selected=true]': { bg: 'accent.wash' },
  '& svg': { width: '16px', height: '16px', color: 'ink.3' },
}

interface PickerProps<Shown extends Option> {
  actor: PickerRef
  /** Accessible name of the search. */
  label: string
  placeholder: string
  nothing: string
  options: readonly Shown[]
  children: (option: Shown) => ReactNode
}

/** A search field over the list of matches; the field keeps the focus while the arrows move through the list. */
export function Picker<Shown extends Option>({
  actor,
  label,
  placeholder,
  nothing,
  options,
  children,
}: PickerProps<Shown>) {
  const listId = useId()
  const query = useSelector(actor, ({ context }) => context.query)
  const matches = useSelector(actor, ({ context }) => context.matches)
  const activeId = useSelector(actor, ({ context }) => context.activeId)
  const more = useSelector(actor, ({ context }) => context.more)
  const isEmpty = useSelector(actor, (picker) => picker.hasTag('empty'))
  // A key press is shown before the options that it removes; a list that opens shows its visible part first.
  const drawn = useDeferredValue(matches, matches.slice(0, SEEN))
  useEffect(() => actor.send({ type: 'options.changed', options }), [actor, options])
  const idOf = (id: string) => `${listId}-${id}`
  return (
    <>
      <Box borderBottom="1px solid" borderColor="rule" mb="1.5">
        <Input
          border="0"
          bg="transparent"
          px="4"
          height="11"
          // It has the focus while it is shown.
          _focusVisible={{ outline: 'none' }}
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={activeId === null ? undefined : idOf(activeId)}
          autoComplete="off"
          autoFocus
          placeholder={placeholder}
          value={query}
          onChange={(event) => actor.send({ type: 'query.changed', query: event.target.value })}
          onKeyDown={(event) => {
            const by = MOVES[event.key as keyof typeof MOVES]
            if ((!by && event.key !== 'Enter') || isComposing(event)) return
            event.preventDefault()
            actor.send(by ? { type: 'active.moved', by } : { type: 'active.chosen' })
          }}
        />
      </Box>
      <Box
        role="listbox"
        id={listId}
        aria-label={label}
        maxHeight="min(24rem, 60vh)"
        overflowY="auto"
        p="1.5"
        pt="0"
        css={LINES}
      >
        {grouped(drawn as readonly Shown[]).map(([group, members]) => (
          <Box role="group" key={group} aria-label={group || label}>
            {group && (
              <Text textStyle="label" color="ink.3" px="2.5" py="1.5" aria-hidden>
                {group}
              </Text>
            )}
            {members.map((option) => (
              <Line
                key={option.id}
                id={idOf(option.id)}
                active={option.id === activeId}
                actor={actor}
                option={option}
              >
                {children(option)}
              </Line>
            ))}
          </Box>
        ))}
      </Box>
      {more > 0 && (
        <Flex justify="space-between" gap="3" px="4" py="2" borderTop="1px solid" borderColor="rule">
          <Text role="status" color="ink.3" fontSize="sm">
            {t(
              '{more, plural, one {# more. Type to narrow the list.} other {# more. Type to narrow the list.}}',
              { more },
            )}
          </Text>
          <Button
            variant="link"
            size="inline"
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => actor.send({ type: 'more.requested' })}
          >
            {t('Show more')}
          </Button>
        </Flex>
      )}
      {isEmpty && (
        <Text role="status" color="ink.2" fontSize="md" px="4" pb="4">
          {nothing}
        </Text>
      )}
    </>
  )
}

function Line({
  id,
  active,
  actor,
  option,
  children,
}: {
  id: string
  active: boolean
  actor: PickerRef
  option: Option
  children: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <Box
      ref={element}
      role="option"
      id={id}
      aria-selected={active}
      onPointerMove={() => active || actor.send({ type: 'option.approached', id: option.id })}
      onClick={() => actor.send({ type: 'option.chosen', id: option.id })}
    >
      {children}
    </Box>
  )
}

/** Receives the picked option. */
export function usePicked(actor: PickerRef, act: (id: string) => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => actor.on('option.picked', ({ id }) => latest.current(id)).unsubscribe, [actor])
}

/** Consecutive options of a group together, in their original order. */
function grouped<Shown extends Option>(options: readonly Shown[]) {
  const groups = new Map<string, Shown[]>()
  for (const option of options) {
    const members = groups.get(option.group)
    if (members) members.push(option)
    else groups.set(option.group, [option])
  }
  return [...groups]
}
