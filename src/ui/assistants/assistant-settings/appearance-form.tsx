import { Box, chakra, Flex, Grid } from '@chakra-ui/react'
import { assistantValuesOf } from '../../../machines/assistants/assistant-settings.machine.ts'
import {
  ASSISTANT_LOGO_BYTES_MAX,
  type Integration,
  LAUNCHER_LABEL_MAX,
  type LauncherPosition,
  STARTER_LENGTH_MAX,
  STARTERS_MAX,
} from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { AssistantAvatar } from '../../conversations/conversation/assistant-avatar.tsx'
import { Form, FormError, TextField, useFormValues } from '../../parts/form.tsx'
import { PictureField } from '../../parts/picture-field.tsx'
import { useRecord } from '../../parts/record-form.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { FieldGroup } from '../../parts/section.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { ToggleField } from '../../parts/toggle-field.tsx'
import { useProvided, useProvidedActor } from '../../provided.ts'
import { AppearancePreview } from './appearance-preview.tsx'
import { ColorField } from './color-field.tsx'
import { LinesField } from './lines.tsx'

const positions: readonly { value: LauncherPosition; label: string }[] = [
  { value: 'right', label: t('Bottom right') },
  { value: 'left', label: t('Bottom left') },
]

/** The draft's look for visitors, beside a preview. */
export function AppearanceForm({ integration, editable }: { integration: Integration; editable: boolean }) {
  const form = useRecord(useProvided('assistantSettings'), integration.id, integration, assistantValuesOf)
  return (
    <Form actor={form}>
      <FormError />
      <Grid
        gap="9"
        columnGap="12"
        alignItems="start"
        templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 23rem' }}
      >
        <Box minWidth={0} maxWidth="column">
          <chakra.fieldset disabled={!editable} display="grid" gap="9">
            <FieldGroup title={t('Brand')}>
              <Logo integration={integration} editable={editable} />
              <Box maxWidth="12rem">
                <TextField
                  name="avatar"
                  label={t('Avatar')}
                  maxLength={16}
                  hint={t('One or two letters, or a symbol. Shown where there is no logo.')}
                />
              </Box>
              <ColorField />
            </FieldGroup>
            <FieldGroup title={t('Before the first question')}>
              <TextField
                name="welcome_message"
                label={t('Welcome message')}
                rows={3}
                maxLength={500}
                hint={t('Greets visitors, and describes the page where its link is shared.')}
              />
              <LinesField
                name="starter_questions"
                label={t('Starter questions')}
                noun="question"
                hint={t('Up to {startersMax}. Visitors ask one with a single click.', {
                  startersMax: STARTERS_MAX,
                })}
                max={STARTERS_MAX}
                maxLength={STARTER_LENGTH_MAX}
                placeholder={t('How long can I return boots?')}
              />
            </FieldGroup>
            <FieldGroup title={t('Launcher on your site')}>
              <Flex gap="5" wrap="wrap">
                <Box flex="1 1 14rem">
                  <TextField
                    name="launcher_label"
                    label={t('Label')}
                    maxLength={LAUNCHER_LABEL_MAX}
                    placeholder={t('Ask {name}', { name: integration.name })}
                    hint={t('Text on the button.')}
                  />
                </Box>
                <Box flex="1 1 14rem">
                  <SelectField name="launcher_position" label={t('Position')} options={positions} />
                </Box>
              </Flex>
              <ToggleField
                name="powered_by"
                label={t('Show “Powered by Lectern”')}
                hint={t('A link below the question field. On Pro and larger plans you can remove it.')}
              />
            </FieldGroup>
          </chakra.fieldset>
          {editable && (
            <Box mt="6">
              <SaveBar actor={form} />
            </Box>
          )}
        </Box>
        <AppearancePreview name={integration.name} logoUrl={integration.logo_url} />
      </Grid>
    </Form>
  )
}

/** Saved to the draft as soon as it is chosen. */
function Logo({ integration, editable }: { integration: Integration; editable: boolean }) {
  const { avatar, color } = useFormValues() as { avatar: string; color: string }
  const logo = useProvidedActor('logo', {
    input: { id: integration.id, bytesMax: ASSISTANT_LOGO_BYTES_MAX },
  })
  return (
    <PictureField
      actor={logo}
      noun="logo"
      present={integration.logo_url !== ''}
      disabled={!editable}
      hint={t('PNG, JPEG or WebP, up to 2 MB. Visitors see it once you publish.')}
    >
      <AssistantAvatar
        of={{ name: integration.name, avatar, color, logo_url: integration.logo_url }}
        size="72px"
      />
    </PictureField>
  )
}
