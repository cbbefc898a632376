import { Box, chakra, Flex } from '@chakra-ui/react'
import { AssistantColor, STARTER_LENGTH_MAX, STARTERS_MAX } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { ASSISTANT_COLORS, AssistantAvatar } from '../../conversation/assistant-avatar.tsx'
import { TextField, useFieldValue, useForm } from '../../parts/form.tsx'
import { LinesField } from '../../parts/lines-field.tsx'

export function LookFields() {
  const name = useFieldValue('name') as string
  const avatar = useFieldValue('avatar') as string
  const color = useFieldValue('color') as AssistantColor
  return (
    <>
      <TextField name="name" label={t('Name')} maxLength={80} />
      <TextField
        name="description"
        label={t('Description')}
        maxLength={160}
        hint={t("For your team: shown on the assistant's card.")}
      />
      <Flex gap="5" wrap="wrap" align="flex-start">
        <AssistantAvatar of={{ name, avatar, color }} size="66px" />
        <Box flex="0 1 10rem">
          <TextField
            name="avatar"
            label={t('Avatar')}
            maxLength={16}
            hint={t('One or two letters, or a symbol.')}
          />
        </Box>
        <ColorField />
      </Flex>
    </>
  )
}

function ColorField() {
  const form = useForm()
  const chosen = useFieldValue('color') as AssistantColor
  return (
    <chakra.fieldset border="0" p="0" m="0">
      <chakra.legend fontWeight="semibold" fontSize="sm" mb="1.5" p="0">
        {t('Colour')}
      </chakra.legend>
      <Flex gap="2" wrap="wrap" pt="1">
        {AssistantColor.options.map((color) => (
          <chakra.label key={color} cursor="pointer" title={color} display="block" position="relative">
            <chakra.input
              type="radio"
              name="color"
              value={color}
              aria-label={color}
              checked={chosen === color}
              onChange={() => form.send({ type: 'field.changed', name: 'color', value: color })}
              position="absolute"
              inset={0}
              opacity={0}
              cursor="pointer"
              css={{
                '&:checked + span': { outline: '2px solid var(--l-colors-ink)', outlineOffset: '2px' },
                '&:focus-visible + span': {
                  outline: '2px solid var(--l-colors-accent)',
                  outlineOffset: '3px',
                },
              }}
            />
            <chakra.span
              display="block"
              width="8"
              height="8"
              borderRadius="full"
              bg={ASSISTANT_COLORS[color]}
            />
          </chakra.label>
        ))}
      </Flex>
    </chakra.fieldset>
  )
}

export const OpeningFields = () => (
  <>
    <TextField
      name="welcome_message"
      label={t('Welcome message')}
      rows={3}
      maxLength={500}
      hint={t('What stands there before the first question.')}
    />
    <LinesField
      name="starter_questions"
      label={t('Starter questions')}
      noun="question"
      hint={t('Up to {startersMax}, to be asked with one press.', { startersMax: STARTERS_MAX })}
      max={STARTERS_MAX}
      maxLength={STARTER_LENGTH_MAX}
      placeholder={t('How long can I return boots?')}
    />
  </>
)
