{
  "{{thing}}.create": "New {{noun}}",
  "{{thing}}.createButton": "Create",
  "{{thing}}.createdAt": "Created",
  "{{thing}}.delete": "Delete",
  "{{thing}}.deleteText": "“{name}” will be deleted. This cannot be undone.",
  "{{thing}}.deleteTitle": "Delete {{noun}}",
  "{{thing}}.deleteTyped": "Type the name {name} to confirm",
  "{{thing}}.do": "Actions",
  "{{thing}}.edit": "Edit",
  "{{thing}}.editTitle": "Edit {{noun}} {name}",
  "{{thing}}.empty": "No {{nouns}} yet",
  "{{thing}}.keyword": "Name or remark",
  "{{thing}}.name": "Name",
  "{{thing}}.remark": "Remark",
  "{{thing}}.sectionBasics": "Basics",
  "{{thing}}.title": "{{titleEn}}",
  "{{thing}}.updatedAt": "Updated"
}
