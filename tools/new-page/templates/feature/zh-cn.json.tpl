{
  "{{thing}}.create": "新建{{nounZh}}",
  "{{thing}}.createButton": "创建",
  "{{thing}}.createdAt": "创建时间",
  "{{thing}}.delete": "删除",
  "{{thing}}.deleteText": "{{nounZh}}“{name}”将被删除，无法恢复。",
  "{{thing}}.deleteTitle": "删除{{nounZh}}",
  "{{thing}}.deleteTyped": "请输入名称 {name} 以确认",
  "{{thing}}.do": "操作",
  "{{thing}}.edit": "编辑",
  "{{thing}}.editTitle": "编辑{{nounZh}} {name}",
  "{{thing}}.empty": "还没有{{nounZh}}",
  "{{thing}}.keyword": "名称或备注",
  "{{thing}}.name": "名称",
  "{{thing}}.remark": "备注",
  "{{thing}}.sectionBasics": "基本信息",
  "{{thing}}.title": "{{titleZh}}",
  "{{thing}}.updatedAt": "更新时间"
}
