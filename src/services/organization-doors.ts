import { waitFor } from 'xstate'
import type {
  OrganizationsRef,
  OrganizationsSnapshot,
} from '../machines/organizations/organizations.machine.ts'
import type { OrganizationsEvent } from '../machines/organizations/organizations.types.ts'
import type { Organization } from './contract/organizations.ts'
import type { Leaving } from './leaving.ts'

interface Services {
  /** Only while somebody is signed in. */
  organizations: () => OrganizationsRef | undefined
  goTo: (path: string) => void
  askToLeave: Leaving['ask']
}

/** The ways into an organization and out of it, wherever they are gone. */
export function createOrganizationDoors({ organizations, goTo, askToLeave }: Services) {
  const tell = (event: OrganizationsEvent) => organizations()?.send(event)

  /** Goes there then; whoever signs out meanwhile goes nowhere. */
  const goWhen = async (isReady: (snapshot: OrganizationsSnapshot) => boolean, go: () => void) => {
    const actor = organizations()
    const isThere =
      actor === undefined ||
      (await waitFor(actor, isReady).then(
        () => true,
        () => false,
      ))
    if (isThere) go()
  }

  /** A new one becomes the current one, unless the person would rather stay with what is not saved. */
  const enter = (organization: Organization) =>
    void askToLeave(({ type }) =>
      tell(
        type === 'leaving.granted'
          ? { type: 'organization.created', organization }
          : { type: 'organizations.changed' },
      ),
    )

  return {
    tell,
    enter,

    /** Once the list is there: whoever follows an invitation may have been signed in a moment ago. */
    join: (organization: Organization) =>
      goWhen(
        (snapshot) => !snapshot.hasTag('loading'),
        () => {
          enter(organization)
          goTo('/')
        },
      ),

    leave(id: string) {
      tell({ type: 'organization.left', id })
      goTo('/')
    },

    /** Opens a page of an organization once that is the current one; null: any of them has it. */
    openIn(id: string | null, path: string) {
      if (id === null) return goTo(path)
      tell({ type: 'organization.picked', id })
      void goWhen(
        ({ context }) => context.pickedId === null,
        () => {
          if (organizations()?.getSnapshot().context.currentId === id) goTo(path)
        },
      )
    },
  }
}
