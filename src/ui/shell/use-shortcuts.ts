import { useEffect } from 'react'
import { useActors } from '../actors.tsx'

/** S2.23: Ctrl+B and Cmd+B. */
export function useShortcuts() {
  const { sidebar } = useActors()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      sidebar.send({ type: 'sidebar.toggled' })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [sidebar])
}
