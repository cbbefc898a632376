import { useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { pickerMachine } from '../../../src/machines/shell/picker.machine.ts'
import { QuestionField } from '../../../src/ui/conversations/conversation/question-field.tsx'
import { Picker, usePicked } from '../../../src/ui/parts/picker.tsx'
import { useViewActor } from '../../../src/ui/view-actor.ts'
import { openStage } from '../../harness/stage.tsx'

const OPTIONS = [
  { id: 'tokyo', label: '東京', group: '' },
  { id: 'kyoto', label: '京都', group: '' },
]
const act = vi.fn<(id?: string) => void>()
afterEach(() => act.mockReset())

function Cities() {
  const actor = useViewActor(pickerMachine)
  usePicked(actor, act)
  useEffect(() => actor.send({ type: 'picker.opened' }), [actor])
  return (
    <Picker actor={actor} label="City" placeholder="" nothing="" options={OPTIONS}>
      {({ label }) => label}
    </Picker>
  )
}

const question = (
  <QuestionField text="保証" placeholder="" label="Question" onChange={() => {}} onSubmit={() => act()}>
    {null}
  </QuestionField>
)

it.each([
  ['the list of matches', <Cities key="cities" />, 'City'],
  ['a question', question, 'Question'],
])('%s takes no key that belongs to an input method', async (_, view, name) => {
  const stage = await openStage({ view })
  const field = page.getByLabelText(name).first().element()
  const press = (more: KeyboardEventInit) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }),
    )
  press({ isComposing: true })
  // Safari has ended the composition by then.
  press({ keyCode: 229 })
  expect(act).not.toHaveBeenCalled()
  press({})
  expect(act).toHaveBeenCalledOnce()
  await stage.close()
})
