import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { casesOf, type Model } from './model.ts'
import type { coveringPaths } from './paths.ts'
import { step } from './transitions.ts'

/** Failures after which a refusal still offers another attempt, each with the reason. */
const RETRIED_ANYWAY: Readonly<Record<string, string>> = {
  'app: loadWorkspace': 'Code is imported, and an import that fails has no status.',
  'conversation: ask': 'The composer keeps the question, which can be changed before it is sent again.',
  'conversation: loadMessage': 'It is loaded again after a pause, which Try Again only shortens.',
  'conversation: retry': 'The question was stored, and can be asked again once the reason is gone.',
  'navigation: loadScreen': 'Code is imported, and an import that fails has no status.',
  'organizations: loadOrganizations': 'Only an ended session is refused, and that logs out.',
  'personalData: read': 'The erasure goes on, and its progress is all that is shown.',
  'session: refreshTokens': 'The service reports a refusal as `refused`, which ends the session.',
  'share: loadPage': 'Only a missing page is final: another refusal may be a proxy’s.',
  'upload: upload.failed': 'The files are kept until the limit of the plan or the role has changed.',
}

const RETRY = { type: 'retry.requested' }
const REFUSALS = [403, 404, 410].map((status) =>
  Object.assign(new Error('refused'), { status, detail: `Refused with ${status}.` }),
)

/** Failures after which Try Again is offered although the server refused; and those of them that may. */
export function repeatedRefusals(
  machine: AnyStateMachine,
  model: Model<AnyStateMachine>,
  { searched, states }: Pick<ReturnType<typeof coveringPaths>, 'searched' | 'states'>,
) {
  const excepted = Object.keys(RETRIED_ANYWAY).filter((failure) => failure.startsWith(`${machine.id}: `))
  if (!machine.events.includes(RETRY.type)) return { offered: [], excepted }
  const tried = new Set<string>()
  const isNew = (snapshot: AnyMachineSnapshot, { type }: { type: string }) => {
    const before = tried.size
    return tried.add(`${JSON.stringify(snapshot.value)} ${type}`).size > before
  }
  const offersRetryAfter = (snapshot: AnyMachineSnapshot, failure: { type: string }) =>
    REFUSALS.some((error) => step(searched, snapshot, { ...failure, error }).next.can(RETRY))
  const offered = states
    .filter((snapshot) => snapshot.status === 'active' && !snapshot.can(RETRY))
    .flatMap((snapshot) =>
      casesOf(model, snapshot)
        .filter((event) => event.error instanceof Error && isNew(snapshot, event))
        .filter((failure) => offersRetryAfter(snapshot, failure))
        .map(({ type }) => `${machine.id}: ${type.replace('xstate.error.actor.', '')}`),
    )
  return { offered: [...new Set(offered)].sort(), excepted }
}
