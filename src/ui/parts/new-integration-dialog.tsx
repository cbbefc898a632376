import { useSelector } from '@xstate/react'
import { Suspense, useState } from 'react'
import { later } from './later.ts'
import type { NewIntegrationProps } from './new-integration-form.tsx'

const NewIntegrationForm = later(async () => (await import('./new-integration-form.tsx')).NewIntegrationForm)

/** For a screen that is opened first: the code of the form is fetched when it is opened, and kept. */
export function NewIntegrationDialog({ actor }: NewIntegrationProps) {
  const open = useSelector(actor, (form) => form.hasTag('open'))
  const [opened, setOpened] = useState(false)
  if (open && !opened) setOpened(true)
  if (!opened) return null
  return (
    <Suspense fallback={null}>
      <NewIntegrationForm actor={actor} />
    </Suspense>
  )
}
