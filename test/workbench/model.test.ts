/** The workbook's model as an add-in meets it: through Microsoft's proxies. */
import type { Workbook } from "./excel";
import { openTwoSheets, run, type Work } from "./twoSheets";

let workbook: Workbook;
beforeEach(() => void (workbook = openTwoSheets()));
afterEach(() => workbook.close());

const failure = (work: Work<unknown>) => run(work).catch((error: { code: string }) => error.code);

describe("a range", () => {
  test("takes and gives values and formulas, row by row", async () => {
    const range = await run((_context, sheet) => {
      const cells = sheet.getRange("B2:C3");
      cells.values = [
        [1, "two"],
        [true, ""],
      ];
      sheet.getRange("D2").formulas = [["=B2*10"]];
      return sheet.getRange("B2:D3").load("values,formulas,valueTypes,address,rowIndex,columnIndex");
    });
    expect(range.values).toEqual([
      [1, "two", 10],
      [true, "", ""],
    ]);
    expect(range.formulas[0]).toEqual([1, "two", "=B2*10"]);
    expect(range.valueTypes).toEqual([
      ["Double", "String", "Double"],
      ["Boolean", "Empty", "Empty"],
    ]);
    expect(range).toMatchObject({ address: "Sheet1!B2:D3", rowIndex: 1, columnIndex: 1 });
  });

  test("gives one value to all cells, and leaves a cell as it is for null", async () => {
    const range = await run((_context, sheet) => {
      const cells = sheet.getRange("A1:B1");
      cells.values = 7 as unknown as unknown[][];
      cells.values = [[null, 8]];
      return cells.load("values");
    });
    expect(range.values).toEqual([[7, 8]]);
  });

  test("keeps a text behind an apostrophe, whatever it looks like", async () => {
    const range = await run((_context, sheet) => {
      sheet.getRange("A1:B1").values = [["'=1+1", "'007"]];
      return sheet.getRange("A1:B1").load("values");
    });
    expect(range.values).toEqual([["=1+1", "007"]]);
  });

  test("keeps a formula that is formatted before it is calculated, whatever follows", async () => {
    const cells = await run((_context, sheet) => {
      sheet.getRange("A1").formulas = [["=1+1"]];
      sheet.getRange("A1").format.font.bold = true;
      sheet.getRange("A1:C1").merge();
      sheet.getRange("A1").format.font.color = "#112233";
      sheet.getRange("A:A").format.columnWidth = 90;
      sheet.getRange("A1").numberFormat = [["0.0"]];
      sheet.getRange("A2").formulas = [["=A1*10"]];
      return sheet.getRange("A1:A2").load("formulas,values,numberFormat,format/font/color,format/columnWidth");
    });
    expect(cells.formulas).toEqual([["=1+1"], ["=A1*10"]]);
    expect(cells.values).toEqual([[2], [20]]);
    expect(cells.numberFormat).toEqual([["0.0"], ["General"]]);
    expect(cells.format.columnWidth).toBeCloseTo(90);
  });

  test("takes formats along when rows are inserted after they were set", async () => {
    const [moved, inserted] = await run((_context, sheet) => {
      sheet.getRange("A1").format.fill.color = "#112233";
      sheet.getRange("1:1").insert("Down");
      return ["A2", "A1"].map((cell) => sheet.getRange(cell).format.fill.load("color"));
    });
    expect([moved?.color, inserted?.color]).toEqual(["#112233", "#FFFFFF"]);
  });

  test("gets its column's former width back by Undo", async () => {
    const width = () => run((_context, sheet) => sheet.getRange("A:A").format.load("columnWidth"));
    const { columnWidth } = await width();
    await run((_context, sheet) => void (sheet.getRange("A:A").format.columnWidth = 150));
    expect((await width()).columnWidth).toBeCloseTo(150);
    await workbook.undo();
    expect((await width()).columnWidth).toBe(columnWidth);
  });

  test("spills, and says where to and from where", async () => {
    const [spilled, parent, none, below] = await run((_context, sheet) => {
      sheet.getRange("A1").formulas = [["=SEQUENCE(3,2)"]];
      return [
        sheet.getRange("A1").getSpillingToRangeOrNullObject().load("address,values"),
        sheet.getRange("B3").getSpillParentOrNullObject().load("address"),
        sheet.getRange("D1").getSpillingToRangeOrNullObject().load("address"),
        sheet.getRange("B3").load("values"),
      ] as const;
    });
    expect(spilled).toMatchObject({
      address: "Sheet1!A1:B3",
      values: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    });
    expect(parent.address).toBe("Sheet1!A1");
    expect(none.isNullObject).toBe(true);
    expect(below.values).toEqual([[6]]);
  });

  test("does not spill over other content", async () => {
    const range = await run((_context, sheet) => {
      sheet.getRange("A2").values = [["here"]];
      sheet.getRange("A1").formulas = [["=SEQUENCE(3)"]];
      return sheet.getRange("A1:A2").load("values");
    });
    expect(range.values).toEqual([["#SPILL!"], ["here"]]);
  });

  test("leads to a cell, an offset range and a resized one", async () => {
    const ranges = await run((_context, sheet) => {
      const range = sheet.getRange("B2:D5");
      const all = [range.getCell(1, 2), range.getOffsetRange(1, 1), range.getResizedRange(-3, -2)];
      for (const each of all) each.load("address");
      return all;
    });
    expect(ranges.map(({ address }) => address.replace("Sheet1!", ""))).toEqual(["D3", "C3:E6", "B2"]);
  });

  test("is formatted, and tells a format only where all its cells share it", async () => {
    const [whole, part] = await run((_context, sheet) => {
      const range = sheet.getRange("A1:B2");
      range.numberFormat = [
        ["0.0%", "0.0%"],
        ["0.0%", "0.0%"],
      ];
      range.format.font.bold = true;
      range.format.fill.color = "#0F6B4F";
      range.format.horizontalAlignment = "Right";
      range.format.borders.getItem("EdgeBottom").style = "Continuous";
      sheet.getRange("A1").format.font.bold = false;
      sheet.getRange("A1").values = [[0.25]];
      const wanted = "text,numberFormat,format/horizontalAlignment,format/font/bold,format/fill/color";
      return [range.load(wanted), sheet.getRange("A1").load(wanted)] as const;
    });
    expect(whole.format.font.bold).toBeNull();
    expect(part.format.font.bold).toBe(false);
    expect(part).toMatchObject({ numberFormat: [["0.0%"]], format: { horizontalAlignment: "Right" } });
    expect(whole.format.fill.color).toBe("#0F6B4F");
  });

  test("moves what is beside it when rows are inserted, formulas and names with it", async () => {
    const [range, name] = await run(async (context, sheet) => {
      sheet.getRange("A2").values = [[5]];
      sheet.getRange("B2").formulas = [["=A2+1"]];
      context.workbook.names.add("BaseRate", sheet.getRange("A2"));
      await context.sync();
      sheet.getRange("1:2").insert("Down");
      return [
        sheet.getRange("A4:B4").load("values,formulas"),
        context.workbook.names.getItem("BaseRate").getRange().load("address"),
      ] as const;
    });
    expect(range.values).toEqual([[5, 6]]);
    expect(range.formulas[0]?.[1]).toBe("=A4+1");
    expect(name.address).toBe("Sheet1!A4");
  });

  test("is cleared of its contents, its formats, or both", async () => {
    const ranges = await run((_context, sheet) => {
      const all = ["A1", "B1", "C1"].map((address) => {
        const range = sheet.getRange(address);
        range.values = [[1]];
        range.format.font.bold = true;
        return range;
      });
      all[0]!.clear("Contents");
      all[1]!.clear("Formats");
      all[2]!.clear();
      return all.map((range) => range.load("values,format/font/bold"));
    });
    expect(ranges.map(({ values, format }) => [values[0]?.[0], format.font.bold])).toEqual([
      ["", true],
      [1, false],
      ["", false],
    ]);
  });
});

describe("what Excel refuses is refused with its code", () => {
  test.each<[string, string, Work<unknown>]>([
    ["a shape that does not match", "InvalidArgument", (_c, sheet) => void (sheet.getRange("A1:B1").values = [[1]])],
    ["what is no address", "InvalidArgument", (_c, sheet) => sheet.getRange("no address").load("values")],
    ["a sheet that is not there", "ItemNotFound", (c) => c.workbook.worksheets.getItem("Nowhere").load("name")],
    ["a name that is not there", "ItemNotFound", (c) => c.workbook.names.getItem("Nowhere").load("formula")],
    ["a sheet's name that is taken", "ItemAlreadyExists", (c) => c.workbook.worksheets.add("sheet1")],
    ["a sheet's name that is too long", "InvalidArgument", (c) => c.workbook.worksheets.add("x".repeat(32))],
    ["a sheet's name with a slash", "InvalidArgument", (c) => c.workbook.worksheets.add("a/b")],
    [
      "cells beyond the sheet",
      "InvalidArgument",
      (_c, sheet) => sheet.getRange("A1").getOffsetRange(-1, 0).load("values"),
    ],
    ["what is not implemented", "NotImplemented", (_c, sheet) => sheet.shapes.load("items/name")],
    ["a property that was not loaded", "PropertyNotLoaded", async (c, sheet) => (await c.sync(), sheet.name)],
  ])("%s", async (_what, code, work) => {
    expect(await failure(work)).toBe(code);
  });
});

describe("worksheets", () => {
  test("are listed, added, named, hidden, moved, copied and deleted", async () => {
    const names = async () => {
      const items = await Excel.run(async (context) => {
        const sheets = context.workbook.worksheets.load("items/name,items/visibility");
        await context.sync();
        return sheets.items;
      });
      return items.map(({ name, visibility }) => (visibility === "Visible" ? name : `(${name})`));
    };
    expect(await names()).toEqual(["Sheet1", "P&L 2026"]);
    await run(({ workbook: { worksheets } }, sheet) => {
      const added = worksheets.add("Report");
      added.tabColor = "#0F6B4F";
      worksheets.add();
      sheet.name = "First";
      worksheets.getItem("P&L 2026").visibility = "Hidden";
    });
    expect(await names()).toEqual(["First", "(P&L 2026)", "Report", "Sheet4"]);
    await Excel.run(async (context) => {
      context.workbook.worksheets.getItem("Report").delete();
      await context.sync();
    });
    expect(await names()).toEqual(["First", "(P&L 2026)", "Sheet4"]);
  });

  test("tell how much of them is used", async () => {
    const [used, empty] = await run(({ workbook: { worksheets } }, sheet) => {
      sheet.getRange("C3").formulas = [["=SEQUENCE(2,2)"]];
      sheet.getRange("B9").values = [[1]];
      sheet.getRange("Z99").format.font.bold = true;
      return [
        sheet.getUsedRangeOrNullObject(true).load("address"),
        worksheets.getItem("P&L 2026").getUsedRangeOrNullObject(true).load("address"),
      ] as const;
    });
    expect(used.address).toBe("Sheet1!B3:D9");
    expect(empty.isNullObject).toBe(true);
  });

  test("freeze panes, hide their gridlines, and remember how they are printed", async () => {
    const [location, sheet] = await run((_context, sheet) => {
      sheet.freezePanes.freezeRows(4);
      sheet.showGridlines = false;
      sheet.pageLayout.orientation = "Landscape";
      sheet.pageLayout.zoom = { horizontalFitToPages: 1 };
      return [
        sheet.freezePanes.getLocationOrNullObject().load("address"),
        sheet.load("showGridlines,pageLayout/orientation,pageLayout/zoom"),
      ] as const;
    });
    expect(location.address).toBe("Sheet1!1:4");
    expect(sheet.showGridlines).toBe(false);
    expect(sheet.pageLayout).toMatchObject({ orientation: "Landscape", zoom: { horizontalFitToPages: 1 } });
  });
});

describe("names, tables and lists to choose from", () => {
  test("a table blocks a spill into it, until it is a range again", async () => {
    await run((_context, sheet) => {
      sheet.getRange("A1").formulas = [["=SEQUENCE(4)"]];
      sheet.tables.add("A3:B6", true);
    });
    const shown = () => run((_context, sheet) => sheet.getRange("A1:A4").load("values"));
    expect((await shown()).values.flat()).toEqual(["#SPILL!", "", "", ""]);
    await run((_context, sheet) => void sheet.tables.getItem("Table1").convertToRange());
    expect((await shown()).values.flat()).toEqual([1, 2, 3, 4]);
  });

  test("a table moves with its rows and columns, and blocks a spill where it is then", async () => {
    await run((_context, sheet) => {
      sheet.getRange("A1").formulas = [["=SEQUENCE(4)"]];
      sheet.tables.add("A3:B6", true);
      sheet.getRange("2:3").insert("Down");
    });
    const place = () => run((_context, sheet) => sheet.tables.getItem("Table1").getRange().load("address"));
    const shown = () => run((_context, sheet) => sheet.getRange("A1:A4").load("values"));
    expect((await place()).address).toBe("Sheet1!A5:B8");
    expect((await shown()).values.flat()).toEqual([1, 2, 3, 4]);
    await run((_context, sheet) => void sheet.getRange("2:2").delete("Up"));
    expect((await place()).address).toBe("Sheet1!A4:B7");
    expect((await shown()).values.flat()).toEqual(["#SPILL!", "", "", ""]);
    await run((_context, sheet) => void sheet.getRange("5:6").delete("Up"));
    expect((await place()).address).toBe("Sheet1!A4:B5");
    await run((_context, sheet) => void sheet.getRange("1:5").delete("Up"));
    expect((await run((_context, sheet) => sheet.tables.load("count"))).count).toBe(0);
  });

  test("a name stands for a range in formulas, and can be hidden and deleted", async () => {
    const range = await run(({ workbook: { names } }, sheet) => {
      sheet.getRange("A1").values = [[21]];
      names.add("BaseRate", sheet.getRange("A1")).visible = false;
      sheet.getRange("B1").formulas = [["=BaseRate*2"]];
      names.load("items/name,items/formula,items/visible");
      return { cell: sheet.getRange("B1").load("values"), names };
    });
    expect(range.cell.values).toEqual([[42]]);
    expect(range.names.items.map((name) => name.toJSON())).toEqual([
      expect.objectContaining({ name: "BaseRate", formula: "=Sheet1!$A$1", visible: false }),
    ]);
    await run(({ workbook: { names } }) => names.getItem("BaseRate").delete());
    expect(await run(({ workbook: { names } }) => names.getItemOrNullObject("BaseRate").load("name"))).toMatchObject({
      isNullObject: true,
    });
  });

  test("a table has a head and a body", async () => {
    const [table, body] = await run((_context, sheet) => {
      const table = sheet.tables.add("A1:B3", true);
      table.name = "Plans";
      return [table.load("name,style"), table.getDataBodyRange().load("address")] as const;
    });
    expect(table).toMatchObject({ name: "Plans", style: "TableStyleMedium2" });
    expect(body.address).toBe("Sheet1!A2:B3");
  });

  test("a cell's list of choices is kept", async () => {
    const cell = await run((_context, sheet) => {
      const cell = sheet.getRange("B2");
      cell.dataValidation.rule = { list: { inCellDropDown: true, source: "Actual,Committed" } };
      return cell.load("dataValidation/type,dataValidation/rule");
    });
    expect(cell.dataValidation.type).toBe("List");
    expect(cell.dataValidation.rule).toMatchObject({ list: { source: "Actual,Committed" } });
    expect(workbook.state.validations).toMatchObject([
      { sheet: "s", address: "Sheet1!B2", source: "Actual,Committed" },
    ]);
  });
});

test("a format leaves the formula alone, also of a cell that is not calculated yet", async () => {
  await run((_context, sheet) => {
    sheet.getRange("B2").formulas = [["=SEQUENCE(2)"]];
    sheet.getRange("B2:B3").format.font.bold = true;
    sheet.getRange("B2").numberFormat = [["0.0"]];
  });
  await workbook.settled();
  expect(workbook.values("B2:B3")).toEqual([[1], [2]]);
});

describe("a conditional format", () => {
  test("is a look while a formula holds, also on a copy of the sheet", async () => {
    const [own, copied] = await run(async (context, sheet) => {
      const { custom } = sheet.getRange("B1:B2").conditionalFormats.add("Custom");
      custom.rule.formula = '=$A$1="Thousands"';
      custom.format.fill.color = "#0f6b4f";
      custom.format.font.bold = true;
      custom.format.numberFormat = "#,##0,";
      const copy = sheet.copy("End");
      await context.sync();
      return [sheet, copy].map((each) =>
        each
          .getRange("B1:B2")
          .conditionalFormats.load(
            "items/type,items/custom/rule/formula,items/custom/format/numberFormat,items/custom/format/fill/color,items/custom/format/font/bold",
          ),
      );
    });
    const format = { numberFormat: "#,##0,", fill: { color: "#0f6b4f" }, font: { bold: true } };
    expect(own?.toJSON().items).toMatchObject([
      { type: "Custom", custom: { rule: { formula: '=$A$1="Thousands"' }, format } },
    ]);
    expect(copied?.toJSON().items).toMatchObject([{ custom: { format } }]);
  });

  test("draws the rule that it was given, and no other", async () => {
    const borders = await run((_context, sheet) => {
      const { format } = sheet.getRange("D1:D2").conditionalFormats.add("Custom").custom;
      const { borders: own } = format;
      own.getItem("EdgeTop").style = "Continuous";
      own.getItem("EdgeTop").color = "#1f1f1f";
      return own.load("items/sideIndex,items/style,items/color");
    });
    expect(borders.items.map(({ sideIndex, style, color }) => [sideIndex, style, color])).toEqual([
      ["EdgeTop", "Continuous", "#1f1f1f"],
      ["EdgeBottom", "None", ""],
      ["EdgeLeft", "None", ""],
      ["EdgeRight", "None", ""],
    ]);
  });

  test("is a data bar with colours, bounds and no numbers", async () => {
    const bar = await run((_context, sheet) => {
      const { dataBar } = sheet.getRange("B1:B9").conditionalFormats.add("DataBar");
      dataBar.showDataBarOnly = true;
      dataBar.positiveFormat.fillColor = "#0f6b4f";
      dataBar.positiveFormat.gradientFill = false;
      dataBar.negativeFormat.fillColor = "#b5403c";
      dataBar.axisColor = "#333333";
      dataBar.lowerBoundRule = { type: "Number", formula: "-5" };
      return dataBar.load(
        "showDataBarOnly,axisColor,axisFormat,lowerBoundRule,upperBoundRule," +
          "positiveFormat/fillColor,positiveFormat/gradientFill,negativeFormat/fillColor",
      );
    });
    expect(bar.toJSON()).toEqual({
      showDataBarOnly: true,
      axisColor: "#333333",
      axisFormat: "Automatic",
      lowerBoundRule: { type: "Number", formula: "-5" },
      upperBoundRule: { type: "Automatic" },
      positiveFormat: { fillColor: "#0f6b4f", gradientFill: false },
      negativeFormat: { fillColor: "#b5403c" },
    });
  });

  test.each<[string, Work<unknown>]>([
    ["another type", (_c, sheet) => sheet.getRange("B1").conditionalFormats.add("TopBottom")],
    ["an axis in the middle", (_c, sheet) => addBar(sheet, { axisFormat: "CellMidPoint" })],
    ["a direction", (_c, sheet) => addBar(sheet, { barDirection: "RightToLeft" })],
    ["an unknown bound", (_c, sheet) => addBar(sheet, { lowerBoundRule: { type: "Invalid" } })],
  ])("refuses %s", async (_what, work) => {
    expect(await failure(work)).toBe("NotImplemented");
  });

  function addBar(sheet: Excel.Worksheet, properties: Excel.Interfaces.DataBarConditionalFormatUpdateData): void {
    sheet.getRange("B1:B9").conditionalFormats.add("DataBar").dataBar.set(properties);
  }
});

describe("a chart", () => {
  test("finds its series, their names and the categories in its range", async () => {
    await run((_context, sheet) => {
      sheet.getRange("A1:C3").values = [
        ["", "Actual", "Committed"],
        ["Jan", 1, 2],
        ["Feb", 3, 4],
      ];
      const chart = sheet.charts.add("ColumnClustered", sheet.getRange("A1:C3"), "Columns");
      chart.title.text = "EBIT by month";
      chart.setPosition("E2", "J15");
      chart.series.getItemAt(1).format.fill.setSolidColor("#0F6B4F");
      chart.axes.valueAxis.title.text = "EUR";
    });
    expect(workbook.state.charts).toMatchObject([
      {
        type: "ColumnClustered",
        title: { text: "EBIT by month" },
        legend: { visible: true },
        series: [
          { name: "Actual", values: "Sheet1!B2:B3", categories: "Sheet1!A2:A3" },
          { name: "Committed", values: "Sheet1!C2:C3", color: "#0F6B4F" },
        ],
        axes: { value: { title: { text: "EUR" } } },
      },
    ]);
    expect(workbook.state.charts[0]!.place.width).toBeGreaterThan(100);
  });

  test("is found by its name, and deleted", async () => {
    const count = await run(async (context, sheet) => {
      sheet.getRange("A1:B2").values = [
        ["Net sales", 5],
        ["EBIT", 2],
      ];
      sheet.charts.add("Waterfall", sheet.getRange("A1:B2")).name = "Cascade";
      await context.sync();
      sheet.charts.getItem("Cascade").delete();
      return sheet.charts.getCount();
    });
    expect(count.value).toBe(0);
    expect(workbook.state.charts).toEqual([]);
  });
});

test("listeners receive edits, selections and activations", async () => {
  const told: string[] = [];
  const listener =
    (what: string) =>
    ({ address, worksheetId }: { address: string; worksheetId: string }) => {
      told.push(`${what} ${worksheetId}!${address}`);
      return Promise.resolve();
    };
  await run((context, sheet) => {
    context.workbook.worksheets.onChanged.add(listener("changed"));
    sheet.onSelectionChanged.add(listener("selected"));
    context.workbook.worksheets.onActivated.add(({ worksheetId }) => {
      told.push(`shown ${worksheetId}`);
      return Promise.resolve();
    });
  });
  workbook.enter("B2", 1);
  workbook.enter("'P&L 2026'!C3", "=1+1");
  await run((_context, sheet) => sheet.getRange("A1:B3").select());
  await run((context) => context.workbook.worksheets.getItem("P&L 2026").activate());
  await workbook.settled();
  expect(told).toEqual(["changed s!B2", "changed p!C3", "selected s!A1:B3", "shown p"]);
});
