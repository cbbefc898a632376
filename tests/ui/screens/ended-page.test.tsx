import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { publicPageMachine, publicPageValuesOf } from '../../../src/machines/visitors/public-page.machine.ts'
import type { PublicPage, PublicPageState } from '../../../src/services/contract/share.ts'
import { PublicPagePanel } from '../../../src/ui/assistants/assistant-settings/public-page-panel.tsx'
import { openStage, provided, still } from '../../harness/stage.tsx'
import { identitySecretModel } from '../../machines/form.model.ts'
import { OFF } from '../../machines/record.model.ts'
import { integration } from '../../machines/samples.ts'

const PAST = '2020-01-01T09:59:59.999Z'

it.each<[state: PublicPageState, expires_at: string | null, day: string, notices: number]>([
  ['on', PAST, '2019-12-31', 1],
  ['paused', PAST, '2019-12-31', 1],
  ['off', PAST, '2019-12-31', 0],
  ['on', null, '', 0],
  ['on', '9999-01-01T09:59:59.999Z', '9998-12-31', 0],
])(
  '[S2.8] a page that is over says so to its owner: %s, until %s',
  async (state, expires_at, day, notices) => {
    const publicPage: PublicPage = {
      ...OFF,
      allowed_origins: [],
      state,
      expires_at,
      url: 'https://lectern.example/share/integration/i1',
      used_today: 0,
      resets_at: PAST,
      identity_since: null,
      left_out: [],
      left_out_documents: [],
    }
    const machines = {
      publicPage: still(publicPageMachine),
      publicPageValues: (read: PublicPage) => publicPageValuesOf('Pacific/Honolulu', read),
      identitySecret: still(identitySecretModel.machine),
    }
    const stage = await openStage({
      view: provided(machines, <PublicPagePanel integration={integration()} editable />),
      data: { publicPage },
    })
    await expect.element(page.getByLabelText(/^End date/)).toHaveValue(day)
    expect(page.getByText(/^The end date has passed/).elements()).toHaveLength(notices)
    await stage.close()
  },
)
