import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  assistantSettingsMachine,
  assistantValuesOf,
} from '../../../src/machines/assistants/assistant-settings.machine.ts'
import german from '../../../src/texts/de/assistant-settings.json'
import { Form } from '../../../src/ui/parts/form.tsx'
import { openStage, Started, still } from '../../harness/stage.tsx'
import { integration } from '../../machines/samples.ts'

it('names the colours and answer languages of an assistant in the language of the interface', async () => {
  i18n.loadAndActivate({ locale: 'de', messages: german })
  // Lists of choices are made when their module is loaded.
  const { AnswerFields } = await import('../../../src/ui/assistants/assistant-settings/answer-fields.tsx')
  const { ColorField } = await import('../../../src/ui/assistants/assistant-settings/color-field.tsx')
  const stage = await openStage({
    view: (
      <Started
        machine={still(assistantSettingsMachine)}
        input={{ id: 'i1', values: assistantValuesOf(integration()) }}
      >
        {(actor) => (
          <Form actor={actor}>
            <AnswerFields />
            <ColorField />
          </Form>
        )}
      </Started>
    ),
    data: { models: { default: null, offered: [] } },
  })
  const languages = page.getByRole('combobox', { name: german['Answer language'] })
  await expect.element(languages).toMatchTextContent('EnglischDeutschFranzösisch')
  const colors = page.getByRole('radio').elements()
  expect(colors.map((color) => color.getAttribute('aria-label'))).toEqual(
    ['Brick', 'Rust', 'Ochre', 'Moss', 'Pine', 'Sea', 'Indigo', 'Plum'].map(
      (name) => german[name as 'Brick'],
    ),
  )
  await stage.close()
})
