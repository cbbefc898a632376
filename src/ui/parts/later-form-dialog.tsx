import { useSelector } from '@xstate/react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'

const FormDialog = lazy(async () => ({ default: (await import('./form-dialog.tsx')).FormDialog }))

/** For a screen that is opened first: the code of the dialog is fetched when it is opened, and stays. */
export function LaterFormDialog(props: ComponentProps<typeof FormDialog>) {
  const open = useSelector(props.actor, (form) => form.hasTag('open'))
  const [opened, setOpened] = useState(false)
  if (open && !opened) setOpened(true)
  if (!opened) return null
  return (
    <Suspense fallback={null}>
      <FormDialog {...props} />
    </Suspense>
  )
}
