import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { SnapshotFrom } from 'xstate'
import { connectMachine, signInRequirement } from '../../../src/machines/knowledge/connect.machine.ts'
import { ConnectDialog } from '../../../src/ui/knowledge/knowledge-base/connect-dialog.tsx'
import { Started } from '../../harness/stage.tsx'
import { connectModel } from '../../machines/connect.model.ts'
import { alertIs, walkView } from './walk.tsx'
import { button, dialog } from './walk-form.tsx'

type Snapshot = SnapshotFrom<typeof connectMachine>

const form = dialog('Connect Confluence')
const link = () => page.getByRole('link', { name: 'Open the page again' })
const submit = ({ context: { values } }: Snapshot) =>
  button(signInRequirement(values) === 'needed' ? 'Log in to Confluence' : 'Test and connect')
const LABELS: Readonly<Record<string, string>> = { url: 'Address', token: 'API token' }

/** The choices are there in place of the fields, once the service was asked. */
const isShown = (snapshot: Snapshot, name: string) =>
  snapshot.context.preview === null ? name !== 'chosen' : name === 'chosen'
/** Escape does not take away what was typed. */
const ESCAPE = 'Escape closes only a dialog in which nothing was typed; otherwise Back leads to Cancel.'
const LATER = ['signingIn', 'previewed'] as const
const isAnother = ({ context }: Snapshot, name: string, value: unknown) =>
  JSON.stringify(context.values[name]) !== JSON.stringify(value)

/** [42.1] A service that people log in to: by a page of its own, while what they entered waits. */
walkView({
  machine: connectMachine,
  model: {
    ...connectModel.model,
    events: (snapshot: Snapshot) =>
      connectModel.model.events(snapshot).filter(({ type, name, value }) => {
        if (type === 'field.changed') return isShown(snapshot, name) && isAnother(snapshot, name, value)
        if (type === 'form.closed') return !LATER.some((state) => snapshot.matches(state))
        return type !== 'signIn.requested' || snapshot.can({ type })
      }),
  } as never,
  scene: (machine) => ({
    view: <Started machine={machine}>{(actor) => <ConnectDialog actor={actor as never} manages />}</Started>,
  }),
  heard: ['form.opened'],
  does: {
    'field.changed': ({ name, value }) =>
      name === 'chosen'
        ? form().getByLabelText('Help').click({ force: true })
        : form().getByLabelText(LABELS[name]!, { exact: true }).fill(String(value)),
    'form.submitted': (_, { snapshot }) => submit(snapshot() as Snapshot).click(),
    'signIn.requested': () => button('Log in again').click(),
    'signIn.cancelled': () => button('Back').click(),
    'rules.requested': () => button('Back').click(),
    'import.requested': () => button('Add source').click(),
    'form.closed': () => button('Cancel').click(),
  },
  exceptions: {
    'connect.adding | field.changed | 0': 'What was chosen is being added: only the rest could change.',
    'connect.signingIn | form.closed | 0': ESCAPE,
    'connect.previewed | form.closed | 0': ESCAPE,
  },
  sees: {
    'connect.closed': () => expect.element(form()).not.toBeInTheDocument(),
    'connect.editing': async (snapshot) => {
      await expect.element(submit(snapshot)).toBeEnabled()
      await expect.element(page.getByText('Redirect URL', { exact: true })).toBeVisible()
      await alertIs(form(), snapshot.context.error)
      for (const said of Object.values(snapshot.context.fieldErrors))
        await expect.element(form()).toMatchTextContent(said)
    },
    'connect.leaving': () => expect.element(button('Connecting…')).toBeDisabled(),
    'connect.signingIn': async ({ context }) => {
      await expect.element(link()).toHaveAttribute('href', context.signIn!.url)
      await expect.element(form()).toMatchTextContent('Your entries are kept.')
    },
    'connect.previewing': () => expect.element(button('Connecting…')).toBeDisabled(),
    'connect.previewed': () => expect.element(button('Add source')).toBeEnabled(),
    'connect.adding': () => expect.element(button('Add source')).toBeDisabled(),
  },
})
