import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fromCallback } from 'xstate'
import { type ResourceEvent, resourceMachine } from '../../../src/machines/shell/resource/resource.machine.ts'
import { Page } from '../../../src/ui/parts/page.tsx'
import { ResourceView } from '../../../src/ui/parts/resource-view.tsx'
import { useResource } from '../../../src/ui/workspace.ts'
import { openStage } from '../../harness/stage.tsx'
import { knowledgeBase } from '../../machines/samples.ts'

const GONE = Object.assign(new Error('gone'), { status: 404, detail: 'Knowledge base not found.' })

const Screen = () => (
  <ResourceView
    resource={useResource('knowledgeBase', { organizationId: 'o1', id: 'k1' })}
    skeleton={<Page title="Knowledge base">Waiting</Page>}
  >
    {({ name }) => (
      <Page title={name}>
        <input aria-label="Text" />
      </Page>
    )}
  </ResourceView>
)

it('keeps the focus of its skeleton, says that what it shows is gone, and keeps what was typed', async () => {
  let report = (_: ResourceEvent) => {}
  const logic = resourceMachine.provide({
    actors: {
      query: fromCallback(({ sendBack }) => {
        report = sendBack
      }),
    },
  })
  const stage = await openStage({ view: <Screen />, logic: { resource: logic } })
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  await expect.element(heading('Knowledge base')).toBeVisible()
  ;(heading('Knowledge base').element() as HTMLElement).focus()
  report({ type: 'data.arrived', data: knowledgeBase({ name: 'Returns' }) })
  await expect.element(heading('Returns')).toHaveFocus()
  await page.getByLabelText('Text').fill('Ten minutes of work')
  report({ type: 'data.failed', error: GONE })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Knowledge base not found.')
  await expect.element(page.getByLabelText('Text')).toHaveValue('Ten minutes of work')
  await stage.close()
})
