import { Box, Text } from '@chakra-ui/react'
import { Check, ChevronDown } from 'lucide-react'
import { useId, useMemo } from 'react'
import type { PickerRef } from '../../../machines/shell/picker.machine.ts'
import type { Assistant } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { usePicked } from '../../parts/picker.tsx'
import { PickerOpener } from '../../parts/picker-opener.tsx'
import { PickerPopover } from '../../parts/picker-popover.tsx'
import { AssistantAvatar } from '../conversation/assistant-avatar.tsx'

interface AssistantPickerProps {
  actor: PickerRef
  assistants: readonly Assistant[]
  current: Assistant
  onPicked: (id: string) => void
}

/** The current assistant; opens the list of the other published ones, searched by name. */
export function AssistantPicker({ actor, assistants, current, onPicked }: AssistantPickerProps) {
  const options = useMemo(
    () =>
      assistants.map((assistant) => ({
        id: assistant.id,
        label: assistant.name,
        group: t('Assistants'),
        assistant,
      })),
    [assistants],
  )
  usePicked(actor, onPicked)
  const opener = useId()
  return (
    <>
      <PickerOpener
        actor={actor}
        id={opener}
        aria-label={t('Assistant: {name}', { name: current.name })}
        display="flex"
        alignItems="center"
        gap="2.5"
        minWidth={0}
        borderRadius="md"
        px="2"
        py="1"
        _hover={{ bg: 'accent.wash' }}
      >
        <AssistantAvatar of={current} size="26px" />
        <Text fontWeight="semibold" fontSize="md" truncate dir="auto">
          {current.name}
        </Text>
        <Box color="ink.3" css={{ '& svg': { width: '15px', height: '15px' } }}>
          <ChevronDown aria-hidden />
        </Box>
      </PickerOpener>
      <PickerPopover
        actor={actor}
        of={t('Assistants')}
        search={t('Search assistants')}
        nothing={t('No matching assistants.')}
        options={options}
        opener={opener}
      >
        {({ id, label, assistant }) => (
          <>
            <AssistantAvatar of={assistant} size="28px" />
            <Box flex="1" minWidth={0} lineHeight="1.25">
              <Text truncate dir="auto">
                {label}
              </Text>
              {assistant.description && (
                <Text fontSize="xs" color="ink.2" truncate dir="auto">
                  {assistant.description}
                </Text>
              )}
            </Box>
            {id === current.id && <Check aria-label={t('current')} />}
          </>
        )}
      </PickerPopover>
    </>
  )
}
