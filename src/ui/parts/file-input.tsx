import { chakra } from '@chakra-ui/react'
import type { Ref } from 'react'

interface FileInputProps {
  ref: Ref<HTMLInputElement>
  label: string
  /** File extensions and types, in the attribute's format. */
  accept: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Files from the device, chosen with a button that clicks it; the browser's own control is hidden. */
export const FileInput = ({ label, onFiles, ...input }: FileInputProps) => (
  <chakra.input
    {...input}
    type="file"
    aria-label={label}
    srOnly
    tabIndex={-1}
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      // The same file can be chosen again.
      target.value = ''
    }}
  />
)
