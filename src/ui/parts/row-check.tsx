import { chakra } from '@chakra-ui/react'

interface RowCheckProps {
  label: string
  checked: boolean
  onChange: () => void
}

/** Selects a row of a list; the area around the box is pressable, too. */
export const RowCheck = ({ label, checked, onChange }: RowCheckProps) => (
  <chakra.label display="flex" alignItems="center" justifyContent="center" flexShrink={0} cursor="pointer">
    <chakra.input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={onChange}
      width="4"
      height="4"
      accentColor="var(--l-colors-accent)"
    />
  </chakra.label>
)
